import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { InvitationCheck } from '#protocol/organization-objects.ts'
import { fieldErrorOf } from '../../flows/form-error.ts'
import type { InvitationFlow, InvitationState } from '../../flows/invitation.ts'
import type { StartView } from '../../settings.ts'
import { LinkButton, SubmitButton } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useFrame } from '../../ui/frame.tsx'
import { Logo } from '../../ui/logo.tsx'
import { partProps } from '../../ui/part-props.ts'
import { ResendLink } from '../../ui/resend-link.tsx'
import { WithStrength } from '../strength.tsx'
import type { InvitationMessages } from './messages/messages.ts'
import { Back, Head, SignIn } from './parts.tsx'

interface Props {
  flow: InvitationFlow
  t: InvitationMessages
  state: Extract<InvitationState, { step: 'offered' | 'code' }>
  hasFocus: boolean
  onGo: (view: StartView) => void
}

/** Shows the invitation and the form to accept it. */
export function Answer(props: Props): ReactNode {
  const { flow, t, state } = props
  const { check } = state
  return (
    <>
      <Logo url={check.logo_url} name={check.subject_name} part="logo" />
      <Head
        title={t.title(check.subject_name)}
        flow={flow}
        hasFocus={props.hasFocus || (state.step === 'offered' && state.isBack)}
        text={
          <>
            <p {...partProps('text')}>{t.text(check.inviter_name, check.subject_name)}</p>
            <p {...partProps('text', 'intro')}>
              {check.verified_domain === '' ? t.unverified : t.verified(check.verified_domain)}
            </p>
          </>
        }
      />
      <Facts t={t} check={check} />
      {state.step === 'code' ? (
        <ByCode {...props} />
      ) : check.need_code === 0 ? (
        <AtOnce {...props} />
      ) : check.channel === 'lark' ? (
        <p {...partProps('text')}>{t.signInText}</p>
      ) : (
        <Proof {...props} />
      )}
      {state.step === 'code' ? (
        <Back onClick={() => flow.go('offered')}>{t.back}</Back>
      ) : (
        <p {...partProps('foot')}>
          <LinkButton onClick={() => flow.go('declining')}>{t.decline}</LinkButton>
          {check.need_code === 1 && <SignIn onGo={props.onGo}>{t.signIn}</SignIn>}
        </p>
      )}
    </>
  )
}

function Facts({ t, check }: { t: InvitationMessages; check: InvitationCheck }): ReactNode {
  const { messages } = useFrame()
  const until = new Intl.DateTimeFormat(messages.language, { dateStyle: 'long' })
  const roles = ['member', ...check.roles].map((key) => t.roleNames[key] ?? key)
  // Whoever has another role is a member all the same.
  const shown = roles.length > 1 ? roles.slice(1) : roles
  const list = new Intl.ListFormat(messages.language)
  return (
    <dl {...partProps('facts')}>
      <dt>{t.name}</dt>
      <dd>
        <bdi>{check.deputy_name}</bdi>
      </dd>
      <dt>{t.roles}</dt>
      <dd>{list.format(shown)}</dd>
      <dt>{t.sentTo}</dt>
      <dd>
        <bdi>{check.target}</bdi>
      </dd>
      <dt>{t.until}</dt>
      <dd>{until.format(check.expire_time * 1000)}</dd>
    </dl>
  )
}

function AtOnce({ flow, t }: Props): ReactNode {
  const formError = useStore(flow.$formError)
  const isBusy = useStore(flow.$isBusy)
  return (
    <Form formError={formError} onSubmit={() => flow.accept()}>
      <SubmitButton isBusy={isBusy}>{t.accept}</SubmitButton>
    </Form>
  )
}

// Nobody may learn whether the address has an account, so the fields of a new one are shown to everybody.
function Proof({ flow, t, state }: Props): ReactNode {
  const { messages } = useFrame()
  const formError = useStore(flow.$formError)
  const isBusy = useStore(flow.$isBusy)
  const { check, other } = state
  const errorOf = (field: string): string | undefined => fieldErrorOf(formError, field)
  const isWrong = errorOf('name') !== undefined || errorOf('password') !== undefined
  return (
    <Form formError={formError} onSubmit={flow.sendCode}>
      <p {...partProps('text')}>
        {other === '' ? t.proveText(check.target) : t.otherText(other, check.target)}
      </p>
      {other !== '' && (
        <div {...partProps('links')}>
          <LinkButton onClick={() => flow.go('addresses')}>{t.addAddress(other)}</LinkButton>
        </div>
      )}
      <details {...partProps('more')} open={isWrong || undefined}>
        <summary>{t.newAccount}</summary>
        <p {...partProps('hint')}>{t.newAccountText}</p>
        <Field
          name="name"
          label={messages.common.name}
          autoComplete="name"
          autoCapitalize="words"
          start={check.deputy_name}
          error={errorOf('name')}
          onFocus={flow.prepare}
        />
        <WithStrength personal={[check.deputy_name, check.subject_name]}>
          <Field
            name="password"
            label={t.password}
            note={messages.common.optional}
            type="password"
            autoComplete="new-password"
            hint={messages.common.passwordHint}
            error={errorOf('password')}
          />
        </WithStrength>
      </details>
      <SubmitButton isBusy={isBusy}>{t.sendCode}</SubmitButton>
    </Form>
  )
}

function ByCode({ flow, t, state }: Props): ReactNode {
  const { prefix, messages } = useFrame()
  const { common } = messages
  const formError = useStore(flow.$formError)
  const isBusy = useStore(flow.$isBusy)
  const resendIn = useStore(flow.$resendIn)
  const isAgain = state.step === 'code' && state.sent > 1 && !formError
  return (
    <Form formError={formError} onSubmit={flow.accept}>
      <div {...partProps('sent')}>
        <output {...partProps('text')} id={`${prefix}-sent`}>
          {isAgain ? common.resent : common.codeSent(state.check.target)}
        </output>
        <div {...partProps('links')}>
          <ResendLink {...{ resendIn, formError }} onClick={() => void flow.sendCode()} />
        </div>
      </div>
      <CodeField error={fieldErrorOf(formError, 'code')} />
      <SubmitButton isBusy={isBusy}>{t.accept}</SubmitButton>
    </Form>
  )
}
