import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { InvitationOffer } from '../../../client/calls/invitation-answer.ts'
import { fieldErrorOf } from '../../../ui/flows/form-error.ts'
import type { InvitationFlow, InvitationState } from '../../flows/invitation.ts'
import type { StartView } from '../../../base/settings.ts'
import { FootButton, LinkButton, SubmitButton } from '../../../ui/button.tsx'
import { CodeField } from '../../../ui/code-field.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { useFrame } from '../../../ui/frame.tsx'
import { Logo } from '../../../ui/logo.tsx'
import { Head } from '../../../ui/head.tsx'
import { partProps } from '../../../ui/part-props.ts'
import { ResendLink } from '../../../ui/resend-link.tsx'
import { ActionError } from '../../../ui/form-error-notice.tsx'
import { WithStrength } from '../../../ui/strength.tsx'
import type { InvitationMessages } from './messages/messages.ts'
import { SignIn } from './parts.tsx'

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
      <Logo url={check.logoUrl} name={check.organizationName} part="logo" />
      <Head
        title={t.title(check.organizationName)}
        hasFocus={props.hasFocus || (state.step === 'offered' && state.isBack)}
      >
        <p {...partProps('text')}>{t.text(check.inviterName, check.organizationName)}</p>
        <p {...partProps('text', 'intro')}>
          {check.verifiedDomain === '' ? t.unverified : t.verified(check.verifiedDomain)}
        </p>
      </Head>
      <Facts t={t} check={check} />
      {state.step === 'code' ? (
        <ByCode {...props} />
      ) : !check.needsCode ? (
        <Form flow={flow} onSubmit={() => flow.accept()}>
          <SubmitButton>{t.accept}</SubmitButton>
        </Form>
      ) : check.channel === 'lark' ? (
        <p {...partProps('text')}>{t.signInText}</p>
      ) : (
        <Proof {...props} />
      )}
      <ActionError flow={flow} />
      {state.step === 'code' ? (
        <FootButton onClick={() => flow.go('offered')}>{t.back}</FootButton>
      ) : (
        <p {...partProps('foot')}>
          <LinkButton onClick={() => flow.go('declining')}>{t.decline}</LinkButton>
          {check.needsCode && <SignIn onGo={props.onGo}>{t.signIn}</SignIn>}
        </p>
      )}
    </>
  )
}

function Facts({ t, check }: { t: InvitationMessages; check: InvitationOffer }): ReactNode {
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
        <bdi>{check.memberName}</bdi>
      </dd>
      <dt>{t.roles}</dt>
      <dd>{list.format(shown)}</dd>
      <dt>{t.sentTo}</dt>
      <dd>
        <bdi>{check.target}</bdi>
      </dd>
      <dt>{t.until}</dt>
      <dd>{until.format(check.expireTime * 1000)}</dd>
    </dl>
  )
}

// Nobody may learn whether the address has an account, so the fields of a new one are shown to everybody.
function Proof({ flow, t, state }: Props): ReactNode {
  const { messages } = useFrame()
  const formError = useStore(flow.$formError)
  const { check, other } = state
  const errorOf = (field: string): string | undefined => fieldErrorOf(formError, field)
  const isWrong = errorOf('name') !== undefined || errorOf('password') !== undefined
  return (
    <Form flow={flow} onSubmit={flow.sendCode}>
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
          start={check.memberName}
          onFocus={flow.prepare}
        />
        <WithStrength personal={[check.memberName, check.organizationName]}>
          <Field
            name="password"
            label={t.password}
            note={messages.common.optional}
            type="password"
            autoComplete="new-password"
            hint={messages.common.passwordHint}
          />
        </WithStrength>
      </details>
      <SubmitButton>{t.sendCode}</SubmitButton>
    </Form>
  )
}

function ByCode({ flow, t, state }: Props): ReactNode {
  const { prefix, messages } = useFrame()
  const { common } = messages
  const formError = useStore(flow.$formError)
  const resendIn = useStore(flow.$resendIn)
  const isAgain = state.step === 'code' && state.sent > 1 && !formError
  const wasRefused = state.step === 'code' && state.wasRefused === true
  return (
    <Form flow={flow} onSubmit={flow.accept}>
      <div {...partProps('sent')}>
        <output {...partProps('text')} id={`${prefix}-sent`}>
          {isAgain && !wasRefused ? common.resent : common.codeSent(state.check.target, wasRefused)}
        </output>
        <div {...partProps('links')}>
          <ResendLink resendIn={resendIn} onClick={() => void flow.sendCode()} />
        </div>
      </div>
      <CodeField />
      <SubmitButton>{t.accept}</SubmitButton>
    </Form>
  )
}
