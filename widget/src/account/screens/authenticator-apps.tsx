import { useStore } from '@nanostores/react'
import { useEffect, useRef, type ReactNode } from 'react'
import { timeAgo } from '#protocol/time-ago.ts'
import { drawPicture } from '../../../captcha/modes/draw-picture.ts'
import type { AppDraft, AuthenticatorApp } from '../../client/calls/methods.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useFrame } from '../../ui/frame.tsx'
import { partProps } from '../../ui/part-props.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { useNow } from '../../ui/use-now.ts'
import type { AuthenticatorAppsFlow } from '../flows/authenticator-apps.ts'
import { ActionNotice, Cancel, CheckBox, Row } from './account/parts.tsx'
import { Facts } from './facts.tsx'
import { Rows } from './list-waiting.tsx'
import { FreshCodes, RecoveryCodes } from './recovery-codes.tsx'
import { Renamable } from './renamable.tsx'
import { useRoom } from './room.tsx'

/** Number of apps that an account may have. */
const MAX_APPS = 3

/** The apps that show codes, and a button that adds one. */
export function AuthenticatorApps({ flow }: { flow: AuthenticatorAppsFlow }): ReactNode {
  const draft = useStore(flow.$draft)
  const fresh = useStore(flow.codes.$fresh)
  const codesLeft = useStore(flow.codes.$left)
  const words = useRoom().t.apps
  return (
    <Rows query={flow.query} label={words.loading}>
      {(apps) => (
        <>
          {apps.length > 0 && (
            <ul {...partProps('rows')} aria-label={words.title}>
              {apps.map((app) => (
                <App key={app.appId} flow={flow} app={app} />
              ))}
            </ul>
          )}
          {/* There are codes where there is something that can be asked for. */}
          {codesLeft !== undefined && (
            <ul {...partProps('rows')}>
              <Demand flow={flow} />
            </ul>
          )}
          {fresh.length > 0 ? (
            <FreshCodes codes={fresh} onSaved={() => flow.codes.$fresh.set([])} />
          ) : (
            codesLeft !== undefined && <RecoveryCodes flow={flow.codes} left={codesLeft} />
          )}
          {draft ? (
            <NewApp flow={flow} draft={draft} count={apps.length} />
          ) : (
            apps.length < MAX_APPS && <Begin flow={flow} />
          )}
        </>
      )}
    </Rows>
  )
}

function App({ flow, app }: { flow: AuthenticatorAppsFlow; app: AuthenticatorApp }): ReactNode {
  const { room, t } = useRoom()
  const { language } = useFrame().messages
  const now = useNow()
  const words = t.apps
  const { name, isLast } = app
  const isDemanded = useStore(flow.$isDemanded)
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long' })

  function askToRemove(): void {
    room.ask({
      title: words.question(name),
      ...(isLast && isDemanded
        ? { text: words.neededText, button: words.add, isDanger: false, act: flow.begin }
        : {
            text: isLast ? words.lastQuestionText : words.questionText,
            button: words.remove,
            isDanger: true,
            act: () => flow.remove(app),
            done: words.removed(name),
          }),
    })
  }

  const facts = [
    words.kind,
    words.since(day.format(app.createdAt * 1000)),
    app.lastUsedAt === 0 ? words.unused : words.used(timeAgo(app.lastUsedAt, now, language)),
  ]
  return (
    <Renamable name={name} words={words} save={(typed) => flow.rename(app, typed)}>
      {(rename) => (
        <Row label={name} value={<Facts facts={facts} />}>
          {rename}
          <RowButton label={words.removeOf(name)} onClick={askToRemove}>
            {words.remove}
          </RowButton>
        </Row>
      )}
    </Renamable>
  )
}

/** Whether each sign-in asks for a code. */
function Demand({ flow }: { flow: AuthenticatorAppsFlow }): ReactNode {
  const { room, t } = useRoom()
  const isDemanded = useStore(flow.$isDemanded)
  const words = t.apps.demand
  const { button, done, question, text } = isDemanded ? words.end : words.begin
  return (
    <Row label={words.title} value={isDemanded ? words.on : words.off}>
      <RowButton
        label={button}
        onClick={() =>
          room.ask({
            title: question,
            text,
            button,
            isDanger: isDemanded,
            act: () => flow.demand(!isDemanded),
            done,
          })
        }
      >
        {button}
      </RowButton>
    </Row>
  )
}

function Begin({ flow }: { flow: AuthenticatorAppsFlow }): ReactNode {
  const words = useRoom().t.apps
  const isBusy = useStore(flow.$isBusy)
  return (
    <div {...partProps('end-all')}>
      <p {...partProps('hint')}>{words.text}</p>
      <RowButton isBusy={isBusy} onClick={() => void flow.begin()}>
        {words.add}
      </RowButton>
    </div>
  )
}

function NewApp(props: {
  flow: AuthenticatorAppsFlow
  draft: AppDraft
  /** Number of apps there are, for the name of this one. */
  count: number
}): ReactNode {
  const { flow, draft, count } = props
  const { room, t } = useRoom()
  const { prefix } = useFrame()
  const canvas = useRef<HTMLCanvasElement>(null)
  const words = t.apps
  useEffect(() => {
    if (canvas.current) drawPicture(canvas.current, draft.picture, 'image/png').catch(reportError)
  }, [draft])

  async function add(form: FormData): Promise<void> {
    if (await flow.add(form)) room.showNotice(words.added)
  }

  return (
    <div {...partProps('edit')}>
      <span {...partProps('label')}>{words.add}</span>
      <p {...partProps('text')} id={`${prefix}-sent`}>
        {words.scan}
      </p>
      <canvas
        {...partProps('qr-code')}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> would need img-src
        role="img"
        aria-label={words.picture}
        ref={canvas}
      />
      <p {...partProps('hint')}>
        {words.byHand} <code translate="no">{draft.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <p {...partProps('hint')}>
        <a {...partProps('link')} href={draft.uri}>
          {words.open}
        </a>
      </p>
      <Form flow={flow} onSubmit={add}>
        <Field
          name="app"
          label={words.name}
          hint={words.nameHint}
          maxLength={64}
          autoComplete="off"
          start={words.usualName(count + 1)}
        />
        {/* Before the code, whose last digit sends it. */}
        {count === 0 && (
          <CheckBox name="isDemanded" isChecked>
            {words.demand.choice}
          </CheckBox>
        )}
        <CodeField />
        <SubmitButton>{words.addNow}</SubmitButton>
      </Form>
      <ActionNotice formAction={flow} />
      <Cancel onClick={flow.close} />
    </div>
  )
}
