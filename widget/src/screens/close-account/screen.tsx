import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import { createCloseFlow, type CloseFlow, type CloseStep } from '../../flows/close-account.ts'
import type { StartView } from '../../settings.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { useFrame, useMessages } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { part } from '../../ui/part.ts'
import type { LazyProps } from '../lazy-screens.ts'
import { Bones, OwnGate, OwnRoom, SignInButton, useFlow, useOwnAccount } from '../own/gate.tsx'
import { Cancel, Check, ProofStep, SignInAgain, StepHead, useErrorOf } from '../own/parts.tsx'

/** Closing the account, on a screen of its own. */
export function CloseAccount({ instance, isReplacing }: LazyProps<'close-account'>): ReactNode {
  const account = useOwnAccount(instance)
  const flow = useFlow(createCloseFlow, instance, account)
  const isClosed = useStore(flow.$step).at === 'closed'
  const { title } = useMessages().closeAccount
  const onGo = (name: StartView): void => instance.go({ name })
  const shown = <CloseAccountScreen flow={flow} isReplacing={isReplacing} onGo={onGo} />
  return (
    <OwnRoom>
      {/* Closing it ends the session, which is no reason to ask for another. */}
      {isClosed ? (
        shown
      ) : (
        <OwnGate account={account} title={title} isReplacing={isReplacing} onGo={onGo}>
          {() => shown}
        </OwnGate>
      )}
    </OwnRoom>
  )
}

/** One step of it. */
export function CloseAccountScreen(props: {
  flow: CloseFlow
  isReplacing: boolean
  onGo: (view: StartView) => void
  /** Where a page offers more than closing, a way out of it. */
  onCancel?: (() => void) | undefined
}): ReactNode {
  const { flow, onGo } = props
  const { messages } = useFrame()
  const t = messages.closeAccount
  const step = useStore(flow.$step)
  useEffect(() => {
    if (flow.$step.get().at === 'checking') void flow.check()
  }, [flow])
  switch (step.at) {
    case 'checking':
    case 'unchecked':
      return (
        <>
          <StepHead title={t.title} task={flow} hasFocus={props.isReplacing} />
          {step.at === 'checking' ? (
            <Bones label={t.checking} />
          ) : (
            <button type="button" {...part('button')} onClick={() => void flow.check()}>
              {messages.common.again}
            </button>
          )}
        </>
      )
    case 'refused':
      return (
        <>
          <StepHead title={t.cannot} task={flow} />
          <ul {...part('reasons')}>
            {step.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </>
      )
    case 'checked':
      return <Checked {...props} step={step} />
    case 'proof':
      return <ProofStep proof={step.proof} why={t.proofWhy} />
    case 'sign-in-again':
      return <SignInAgain onGo={onGo} onClose={flow.back} />
    case 'sure':
      return <Sure flow={flow} step={step} />
    case 'closed':
      return (
        <div {...part('done')}>
          <Heading hasFocus>{t.closed}</Heading>
          <p {...part('text')}>{t.closedText(dayOf(step.cancelAt, messages.language))}</p>
          <SignInButton onGo={onGo}>{t.takeBack}</SignInButton>
        </div>
      )
  }
}

function Checked(props: {
  flow: CloseFlow
  step: Extract<CloseStep, { at: 'checked' }>
  isReplacing: boolean
  onCancel?: (() => void) | undefined
}): ReactNode {
  const { flow, step } = props
  const t = useMessages().closeAccount
  const problem = useStore(flow.$problem)
  return (
    <>
      <StepHead
        title={t.title}
        text={step.isStale ? t.staleText : t.intro}
        task={flow}
        hasFocus={props.isReplacing || step.isStale || step.isBack === true}
      />
      <Lost values={step.values} />
      <Form problem={problem} onSubmit={flow.submit}>
        <SubmitButton isBusy={useStore(flow.$isBusy)}>{t.proceed}</SubmitButton>
      </Form>
      {props.onCancel && <Cancel onClick={props.onCancel}>{t.keep}</Cancel>}
    </>
  )
}

function Sure(props: { flow: CloseFlow; step: Extract<CloseStep, { at: 'sure' }> }): ReactNode {
  const { flow, step } = props
  const t = useMessages().closeAccount
  const problem = useStore(flow.$problem)
  const errorOf = useErrorOf(flow)
  const isBusy = useStore(flow.$isBusy)
  return (
    <>
      <StepHead title={t.sure} text={t.sureText} task={flow} />
      <Lost values={step.values} />
      <Form problem={problem} onSubmit={flow.submit}>
        {step.values.length > 0 && (
          <Check name="abandon" error={errorOf('abandon')}>
            {t.abandon}
          </Check>
        )}
        <button
          type="submit"
          {...part('button', 'button-danger')}
          aria-disabled={isBusy || undefined}
          aria-busy={isBusy || undefined}
        >
          {t.close}
        </button>
      </Form>
      <Cancel onClick={flow.back}>{t.keep}</Cancel>
    </>
  )
}

function Lost(props: { values: readonly { name: string; count: number }[] }): ReactNode {
  const t = useMessages().closeAccount
  if (props.values.length === 0) return null
  const words: Partial<Record<string, (count: number) => string>> = t.values
  return (
    <div {...part('lost')}>
      <p {...part('label')}>{t.lost}</p>
      <ul {...part('reasons')}>
        {props.values.map(({ name, count }) => (
          <li key={name}>{words[name]?.(count) ?? t.other(name, count)}</li>
        ))}
      </ul>
    </div>
  )
}

function dayOf(seconds: number, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(seconds * 1000)
}
