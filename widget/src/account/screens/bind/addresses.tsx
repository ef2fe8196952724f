import { useStore } from '@nanostores/react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Channel } from '#protocol/code-types.ts'
import type { Account } from '../../../client/calls/account.ts'
import type { BindFlow, BindPlan, BindStep } from '../../flows/bind.ts'
import type { CodeStep } from '../../../ui/flows/code-step.ts'
import type { StartView } from '../../../base/settings.ts'
import { SubmitButton } from '../../../ui/button.tsx'
import { CodeField } from '../../../ui/code-field.tsx'
import { CodeSent } from '../../../ui/code-sent.tsx'
import { Field } from '../../../ui/field.tsx'
import { focusOnce } from '../../../ui/focus-once.ts'
import { Form } from '../../../ui/form.tsx'
import { useFrame, useMessages } from '../../../ui/frame.tsx'
import { Head } from '../../../ui/head.tsx'
import { LazyMobile } from '../../../ui/mobile/lazy.tsx'
import { partProps } from '../../../ui/part-props.ts'
import { RowButton } from '../../../ui/row-button.tsx'
import {
  ActionNotice,
  Cancel,
  StepUpStep,
  Row,
  SignInAgain,
  SignOutOthers,
} from '../account/parts.tsx'

interface Props {
  flow: BindFlow
  user: Account
  onGo: (view: StartView) => void
}

/** Lists the account's addresses, or shows the step that changes one. */
export function Addresses(props: Props): ReactNode {
  const step = useStore(props.flow.$step)
  return step.at === 'list' ? <List {...props} step={step} /> : <Step {...props} step={step} />
}

function List(props: Props & { step: Extract<BindStep, { at: 'list' }> }): ReactNode {
  const { flow, user, step } = props
  const t = useMessages().bind
  const list = useRef<HTMLUListElement>(null)
  const { done } = step
  useEffect(() => {
    // The button that started it is gone, so the list takes the focus.
    if (done) list.current?.focus()
  }, [done])
  const messages = { add: t.added, change: t.changed, remove: t.removed }
  return (
    <div {...partProps('listed')}>
      <ul {...partProps('rows')} ref={list} tabIndex={-1}>
        {(['email', 'mobile'] as const).map((channel) => (
          <Address key={channel} flow={flow} user={user} channel={channel} left={step.left} />
        ))}
      </ul>
      <ActionNotice formAction={flow} info={done && messages[done.does](t[done.channel])} />
    </div>
  )
}

function Address(props: {
  flow: BindFlow
  user: Account
  channel: Channel
  left: BindPlan | undefined
}): ReactNode {
  const { flow, user, channel, left } = props
  const t = useMessages().bind
  const present = user[channel]
  const kind = t[channel]
  const isConfirmed = channel === 'email' ? user.isEmailProved : user.isMobileProved
  const button = (does: BindPlan['does'], label: string, text: string): ReactNode => (
    <RowButton
      label={label}
      // Restores the focus to where the person was.
      hasFocus={left?.channel === channel && left.does === does}
      onClick={() => flow.begin({ does, channel, present })}
    >
      {text}
    </RowButton>
  )
  if (present === '') {
    return (
      <Row label={kind} value={t.notSet}>
        {button('add', t.addOf(kind), t.add)}
      </Row>
    )
  }
  if (!isConfirmed) {
    const value = (
      <>
        <bdi>{present}</bdi>
        <span {...partProps('badge', 'badge-warn')}>{t.unconfirmed}</span>
      </>
    )
    return (
      <Row label={kind} value={value}>
        {button('add', t.confirmOf(kind), t.confirm)}
      </Row>
    )
  }
  return (
    <Row label={kind} value={<bdi>{present}</bdi>}>
      {button('change', t.changeOf(kind), t.change)}
      {canRemoveAddress(user, channel) && button('remove', t.removeOf(kind), t.remove)}
    </Row>
  )
}

// The server's rule, so that nobody proves themselves in vain.
function canRemoveAddress(user: Account, channel: Channel): boolean {
  const other = channel === 'email' ? user.mobile !== '' : user.email !== '' && user.isEmailProved
  const hasName = user.username !== '' && user.hasPassword
  return other || hasName || user.linkedAccounts.length > 0
}

function Step(props: Props & { step: Exclude<BindStep, { at: 'list' }> }): ReactNode {
  const { flow, step } = props
  const { messages } = useFrame()
  const t = messages.bind
  const own = messages.own
  const { channel, does, present } = step.plan
  const title = t.titles[channel][does]
  switch (step.at) {
    case 'proof':
      return (
        <StepUpStep
          proof={step.proof}
          why={does === 'remove' ? t.removeWhy(present) : t.changeWhy(present)}
        />
      )
    case 'sign-in-again':
      return <SignInAgain onGo={props.onGo} onClose={flow.close} />
    case 'remove':
      return (
        <>
          <Head title={title} text={t.removeText(present)} />
          <Form flow={flow} onSubmit={flow.submit}>
            <SignOutOthers />
            <SubmitButton>{t.remove}</SubmitButton>
          </Form>
          <ActionNotice formAction={flow} />
          <Cancel onClick={flow.close} />
        </>
      )
    case 'code':
      return (
        <>
          <Head title={title} hasFocus={false} />
          <NewAddress flow={flow} plan={step.plan} code={step.code} />
          <ActionNotice formAction={flow} />
          <Cancel onClick={flow.close} />
        </>
      )
    case 'move':
      return (
        <>
          <Head title={t.moveTitle} text={t.moveText(step.address)} />
          <Form flow={flow} onSubmit={flow.submit}>
            <SubmitButton>{t.move}</SubmitButton>
          </Form>
          <ActionNotice formAction={flow} />
          <Cancel onClick={flow.restart}>{t.otherAddress}</Cancel>
          <Cancel onClick={flow.close}>{own.cancel}</Cancel>
        </>
      )
  }
}

function NewAddress(props: { flow: BindFlow; plan: BindPlan; code: CodeStep }): ReactNode {
  const { flow, plan, code } = props
  const { common, bind } = useFrame().messages
  const state = useStore(code.$state)
  const resendIn = useStore(code.$resendIn)
  return (
    <Form key={state.step} flow={flow} onSubmit={flow.submit}>
      {state.step === 'address' ? (
        <AddressInput flow={flow} plan={plan} />
      ) : (
        <>
          <CodeSent
            address={state.address.value}
            sentTo={state.sentTo}
            wasRefused={state.wasRefused}
            resendIn={resendIn}
            onResend={() => void code.resend()}
            onRestart={flow.restart}
          />
          <CodeField />
          {plan.does === 'change' && <SignOutOthers />}
        </>
      )}
      <SubmitButton>{state.step === 'address' ? common.sendCode : bind.save}</SubmitButton>
    </Form>
  )
}

function AddressInput(props: { flow: BindFlow; plan: BindPlan }): ReactNode {
  const { channel, does, present } = props.plan
  const t = useMessages().bind
  const isEmail = channel === 'email'
  // An unconfirmed address is known already.
  const start = does === 'add' ? present : ''
  const field = (
    <Field
      name={channel}
      label={isEmail ? t.newEmail : t.newMobile}
      type={isEmail ? 'email' : 'tel'}
      autoComplete={isEmail ? 'email' : 'tel'}
      required
      start={start}
      hint={isEmail ? undefined : t.mobileHint}
      onFocus={props.flow.prepare}
      inputRef={focusOnce}
    />
  )
  if (isEmail) return field
  return (
    <LazyMobile start={start} onFocus={props.flow.prepare} hasFocus>
      {field}
    </LazyMobile>
  )
}
