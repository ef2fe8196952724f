import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import type { StepUpMethod, TwoStepRequest } from '../../base/two-step-request.ts'
import { createTwoStepFlow, type TwoStepFlow } from '../flows/two-step.ts'
import type { Instance } from '../../base/instance.ts'
import type { Messages } from '../../messages/messages.ts'
import { ActionButton, FootButton, LinkButton, SubmitButton } from '../button.tsx'
import { CodeField } from '../code-field.tsx'
import { HiddenAccount } from '../code-sent.tsx'
import { Field } from '../field.tsx'
import { Form } from '../form.tsx'
import { useFrame, useMessages } from '../frame.tsx'
import { Head } from '../head.tsx'
import { LogId } from '../log-id.tsx'
import { Notice } from '../notice.tsx'
import { partProps } from '../part-props.ts'
import { PasskeyNote } from '../passkey/note.tsx'
import { PasswordField } from '../password-field.tsx'
import { ResendLink } from '../resend-link.tsx'
import { FormErrorText } from '../form-error-notice.tsx'

/** Asks for a second proof over the screen that waits for it. */
export function TwoStepScreen(props: {
  instance: Instance
  request: TwoStepRequest
  first: StepUpMethod
}): ReactNode {
  const { instance, request, first } = props
  const flow = useMemo(
    () => createTwoStepFlow(instance, request, first),
    [instance, request, first],
  )
  const isOnly = request.wanted.ways.length === 1
  useEffect(() => {
    // Where there is nothing to choose, there is nothing to ask for either.
    if (isOnly) void flow.sendCode()
    return () => flow.dispose()
  }, [flow, isOnly])
  return <TwoStepView flow={flow} wanted={request.wanted} />
}

/** The screen for one flow, apart for the gallery. */
export function TwoStepView(props: {
  flow: TwoStepFlow
  wanted: {
    ways: readonly StepUpMethod[]
    reason: string
    isSignIn?: boolean
    recoveryPage?: string
  }
}): ReactNode {
  const { flow, wanted } = props
  const { language, secondVerify: messages } = useMessages()
  const formError = useStore(flow.$formError)
  const app = wanted.ways.find(({ way }) => way === 'totp_verify')
  const recovery = wanted.ways.find(({ way }) => way === 'recovery_code_verify')
  // A recovery code is asked for in place of that of the app.
  const choice = app ? wanted.ways.filter((method) => method !== recovery) : wanted.ways
  const hasChoice = choice.length > 1
  const other = choice.find(({ way }) => way !== 'passkey_verify')
  const codesLeft = useStore(flow.$codesLeft)
  if (codesLeft !== undefined) return <CodeUsed flow={flow} codesLeft={codesLeft} />
  return (
    <>
      <Head title={messages.title} text={wanted.reason} />
      {hasChoice && <MethodChoice flow={flow} methods={choice} inPlace={app} />}
      {wanted.isSignIn && <Remember flow={flow} />}
      <Proof flow={flow} hasChoice={hasChoice} app={app} recovery={recovery} other={other} />
      <Notice
        error={
          formError &&
          (!formError.field || formError.field === 'window') && (
            <FormErrorText formError={formError} />
          )
        }
      />
      {formError?.field && formError.field !== 'window' && <LogId logId={formError.logId} />}
      {wanted.recoveryPage && (
        <a {...partProps('link', 'foot')} href={`${wanted.recoveryPage}?language=${language}`}>
          {messages.noneLeft}
        </a>
      )}
      <FootButton onClick={flow.close}>{messages.cancel}</FootButton>
    </>
  )
}

/** Stands before the code, whose last digit sends it. */
function Remember({ flow }: { flow: TwoStepFlow }): ReactNode {
  const t = useMessages().secondVerify
  const isOn = useStore(flow.$remembers)
  return (
    <label {...partProps('choice')}>
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => flow.setRemembers(event.currentTarget.checked)}
      />
      {t.remember}
    </label>
  )
}

/** Says after a sign-in by recovery code what to do about the lost app. */
function CodeUsed({ flow, codesLeft }: { flow: TwoStepFlow; codesLeft: number }): ReactNode {
  const t = useMessages().secondVerify
  return (
    <>
      <Head title={t.usedTitle(codesLeft)} text={t.usedText} />
      {flow.hasAccountPage ? (
        <>
          <ActionButton onClick={() => flow.proceed(true)}>{t.replaceApp}</ActionButton>
          <FootButton onClick={() => flow.proceed()}>{t.keepApp}</FootButton>
        </>
      ) : (
        <ActionButton onClick={() => flow.proceed()}>{t.proceed}</ActionButton>
      )}
    </>
  )
}

function labelOf(method: StepUpMethod, messages: Messages['secondVerify']): string {
  const { way, sentTo } = method
  switch (way) {
    case 'provider':
      return messages.provider(method.title, sentTo)
    case 'passkey_verify':
      return messages.passkey
    case 'totp_verify':
      return messages.app
    case 'recovery_code_verify':
      return messages.recovery
    case 'pwd_verify':
      return messages.password
    case 'mobile_sms_verify':
      return messages.mobile(sentTo)
    case 'email_code_verify':
      return messages.email(sentTo)
  }
}

function MethodChoice(props: {
  flow: TwoStepFlow
  methods: readonly StepUpMethod[]
  /** What a recovery code stands in for. */
  inPlace: StepUpMethod | undefined
}): ReactNode {
  const { prefix } = useFrame()
  const messages = useMessages().secondVerify
  const used = useStore(props.flow.$method)
  const chosen = (used.way === 'recovery_code_verify' && props.inPlace) || used
  return (
    <fieldset {...partProps('choices')}>
      <legend {...partProps('label')}>{messages.ways}</legend>
      {props.methods.map((method) => (
        <label key={labelOf(method, messages)} {...partProps('choice')}>
          <input
            type="radio"
            form=""
            name={`${prefix}-way`}
            checked={labelOf(method, messages) === labelOf(chosen, messages)}
            onChange={() => props.flow.choose(method)}
          />
          {labelOf(method, messages)}
        </label>
      ))}
    </fieldset>
  )
}

function Proof(props: {
  flow: TwoStepFlow
  hasChoice: boolean
  app: StepUpMethod | undefined
  recovery: StepUpMethod | undefined
  /** The first way that needs no passkey. */
  other: StepUpMethod | undefined
}): ReactNode {
  const { flow, hasChoice, app, recovery, other } = props
  const { prefix, messages } = useFrame()
  const { common } = messages
  const t = useMessages().secondVerify
  const method = useStore(flow.$method)
  const sent = useStore(flow.$sent)
  const resendIn = useStore(flow.$resendIn)
  if (method.way === 'provider') {
    return (
      <Form key={method.href} flow={flow} onSubmit={flow.submit}>
        {!hasChoice && <p {...partProps('text')}>{labelOf(method, t)}</p>}
        <SubmitButton>{t.openProvider(method.title)}</SubmitButton>
      </Form>
    )
  }
  if (method.way === 'pwd_verify') {
    return (
      <Form key="password" flow={flow} onSubmit={flow.submit}>
        <HiddenAccount address={method.sentTo || flow.account} />
        <PasswordField kind="current" />
        <SubmitButton>{t.confirm}</SubmitButton>
      </Form>
    )
  }
  if (method.way === 'passkey_verify') {
    return (
      <Form key="passkey" flow={flow} onSubmit={flow.submit}>
        {!hasChoice && <p {...partProps('text')}>{labelOf(method, t)}</p>}
        <PasskeyNote
          passkey={flow.passkey}
          onOther={other ? () => flow.choose(other) : flow.close}
        />
        <SubmitButton>{t.usePasskey}</SubmitButton>
      </Form>
    )
  }
  if (method.way === 'totp_verify') {
    return (
      <Form key="app" flow={flow} onSubmit={flow.submit}>
        <p {...partProps('text')} id={`${prefix}-sent`}>
          {t.appText}
        </p>
        <CodeField />
        {recovery && <LinkButton onClick={() => flow.choose(recovery)}>{t.withoutApp}</LinkButton>}
        <SubmitButton>{t.confirm}</SubmitButton>
      </Form>
    )
  }
  if (method.way === 'recovery_code_verify') {
    return (
      <Form key="recovery" flow={flow} onSubmit={flow.submit}>
        <RecoveryField />
        {app && <LinkButton onClick={() => flow.choose(app)}>{t.withApp}</LinkButton>}
        <SubmitButton>{t.confirm}</SubmitButton>
      </Form>
    )
  }
  if (sent === 0) {
    return (
      <Form key={`send ${method.way}`} flow={flow} onSubmit={() => flow.sendCode()}>
        {!hasChoice && <p {...partProps('text')}>{labelOf(method, t)}</p>}
        <SubmitButton>{common.sendCode}</SubmitButton>
      </Form>
    )
  }
  return (
    <Form key={`code ${method.way}`} flow={flow} onSubmit={flow.submit}>
      <div {...partProps('sent')}>
        <p {...partProps('text')} id={`${prefix}-sent`}>
          {common.codeSent(method.sentTo, method.wasRefused)}
        </p>
        <div {...partProps('links')}>
          <ResendLink resendIn={resendIn} onClick={() => void flow.sendCode()} />
          {method.way === 'mobile_sms_verify' && sent > 1 && (
            <LinkButton onClick={() => void flow.sendCode(true)} isDisabled={resendIn > 0}>
              {common.call}
            </LinkButton>
          )}
        </div>
      </div>
      <CodeField />
      <SubmitButton>{t.confirm}</SubmitButton>
    </Form>
  )
}

function RecoveryField(): ReactNode {
  const t = useMessages().secondVerify
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <Field
      name="code"
      label={t.recovery}
      hint={t.recoveryText}
      autoCapitalize="characters"
      spellCheck={false}
      required
      inputRef={input}
    />
  )
}
