import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { timeAgo } from '#protocol/time-ago.ts'
import type { Account } from '../../client/calls/account.ts'
import type { Passkey } from '../../client/calls/passkeys.ts'
import { ownMethods } from '../../ui/flows/step-up-methods.ts'
import { useFrame } from '../../ui/frame.tsx'
import { partProps } from '../../ui/part-props.ts'
import { PasskeyNote } from '../../ui/passkey/note.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { useNow } from '../../ui/use-now.ts'
import { createPasskeysFlow, type PasskeysFlow } from '../flows/passkeys.ts'
import { Row } from './account/parts.tsx'
import { Facts } from './facts.tsx'
import { Rows } from './list-waiting.tsx'
import { Renamable } from './renamable.tsx'
import { useAct, useOwn, useRoom } from './room.tsx'

/** Number of passkeys that an account may have. */
const MAX_PASSKEYS = 20

/** The passkeys of the person, and a button that makes one. */
export function Passkeys(props: {
  user: Account
  /** Called with recovery codes that came with a new one. */
  onChanged: (codes: readonly string[]) => void
}): ReactNode {
  const { user, onChanged } = props
  const flow = useOwn(createPasskeysFlow)
  const words = useRoom().t.passkeys
  return (
    <Rows query={flow.query} label={words.loading}>
      {(passkeys) => (
        <>
          {passkeys.length > 0 && (
            <ul {...partProps('rows')} aria-label={words.title}>
              {passkeys.map((passkey) => (
                <OnePasskey
                  key={passkey.passkeyId}
                  flow={flow}
                  passkey={passkey}
                  user={user}
                  others={passkeys.length - 1}
                  onRemoved={() => onChanged([])}
                />
              ))}
            </ul>
          )}
          {passkeys.length < MAX_PASSKEYS && <Create flow={flow} onChanged={onChanged} />}
        </>
      )}
    </Rows>
  )
}

function OnePasskey(props: {
  flow: PasskeysFlow
  passkey: Passkey
  user: Account
  /** Number of passkeys beside it. */
  others: number
  onRemoved: () => void
}): ReactNode {
  const { flow, passkey, user, others, onRemoved } = props
  const { room, t } = useRoom()
  const { language } = useFrame().messages
  const act = useAct()
  const now = useNow()
  const { passkeys: words, apps } = t
  const { name, provider } = passkey
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long' })

  function askToRemove(): void {
    const ways = ownMethods(user).map(({ way }) => t.twoStep.ways[way])
    const left = others > 0 ? [words.title, ...ways] : ways
    room.ask({
      title: apps.question(name),
      text: words.remaining(new Intl.ListFormat(language).format(left)),
      button: apps.remove,
      isDanger: true,
      async act() {
        await flow.remove(passkey)
        onRemoved()
      },
      done: apps.removed(name),
    })
  }

  const facts = [
    provider === '' ? words.kind : words.keptBy(provider),
    passkey.isSynced ? words.synced : words.single,
    apps.since(day.format(passkey.createdAt * 1000)),
    passkey.lastUsedAt === 0 ? apps.unused : apps.used(timeAgo(passkey.lastUsedAt, now, language)),
  ]
  return (
    <Renamable name={name} words={words} save={(typed) => flow.rename(passkey, typed)}>
      {(rename) => (
        <Row label={name} value={passkey.isSuspect ? words.suspect : <Facts facts={facts} />}>
          {passkey.isSuspect && (
            <RowButton
              label={words.confirmOf(name)}
              isBusy={act.isBusy}
              onClick={() => void act.run(() => flow.confirm(passkey), words.confirmed(name))}
            >
              {words.confirm}
            </RowButton>
          )}
          {rename}
          <RowButton label={apps.removeOf(name)} onClick={askToRemove}>
            {apps.remove}
          </RowButton>
        </Row>
      )}
    </Renamable>
  )
}

function Create(props: {
  flow: PasskeysFlow
  onChanged: (codes: readonly string[]) => void
}): ReactNode {
  const { flow, onChanged } = props
  const { room, t } = useRoom()
  const words = t.passkeys
  const isBusy = useStore(flow.$isBusy)

  async function create(): Promise<void> {
    const made = await flow.create()
    if (!made) return
    room.showNotice(words.created(made.name))
    onChanged(made.codes)
  }

  return (
    <div {...partProps('end-all')}>
      <p {...partProps('hint')}>{flow.canCreate ? words.text : words.none}</p>
      <PasskeyNote passkey={flow.passkey} onOther={() => undefined} />
      {flow.canCreate && (
        <RowButton isBusy={isBusy} onClick={() => void create()}>
          {words.add}
        </RowButton>
      )}
    </div>
  )
}
