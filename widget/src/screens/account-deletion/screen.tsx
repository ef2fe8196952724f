import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import {
  createAccountDeletionFlow,
  type AccountDeletionFlow,
  type DeletionStep,
} from '../../flows/account-deletion.ts'
import type { StartView } from '../../settings.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { useFrame, useMessages } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { partProps } from '../../ui/part-props.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { LazyProps } from '../lazy-screens.ts'
import {
  AccountGate,
  AccountFrame,
  SignInButton,
  useFlow,
  useAccountStore,
} from '../account/gate.tsx'
import {
  Cancel,
  CheckBox,
  StepUpStep,
  SignInAgain,
  StepHead,
  useErrorOf,
} from '../account/parts.tsx'

/** Deletion of the account as a screen of its own. */
export function AccountDeletion({ instance, hasFocus }: LazyProps<'close-account'>): ReactNode {
  const account = useAccountStore(instance)
  const flow = useFlow(createAccountDeletionFlow, instance, account)
  const isClosed = useStore(flow.$step).at === 'closed'
  const { title } = useMessages().closeAccount
  const onGo = (name: StartView): void => instance.go({ name })
  const shown = <AccountDeletionScreen flow={flow} hasFocus={hasFocus} onGo={onGo} />
  return (
    <AccountFrame>
      {/* Scheduling the deletion ends the session, so do not ask to sign in. */}
      {isClosed ? (
        shown
      ) : (
        <AccountGate account={account} title={title} hasFocus={hasFocus} onGo={onGo}>
          {() => shown}
        </AccountGate>
      )}
    </AccountFrame>
  )
}

/** Shows one step of the deletion. */
export function AccountDeletionScreen(props: {
  flow: AccountDeletionFlow
  hasFocus: boolean
  onGo: (view: StartView) => void
  /** Leaves the steps, on a page with other content. */
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
          <StepHead title={t.title} formAction={flow} hasFocus={props.hasFocus} />
          {step.at === 'checking' ? (
            <Skeleton label={t.checking} />
          ) : (
            <button type="button" {...partProps('button')} onClick={() => void flow.check()}>
              {messages.common.again}
            </button>
          )}
        </>
      )
    case 'refused':
      return (
        <>
          <StepHead title={t.cannot} formAction={flow} />
          <ul {...partProps('reasons')}>
            {step.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </>
      )
    case 'checked':
      return <Checked {...props} step={step} />
    case 'proof':
      return <StepUpStep proof={step.proof} why={t.proofWhy} />
    case 'sign-in-again':
      return <SignInAgain onGo={onGo} onClose={flow.back} />
    case 'sure':
      return <Confirmation flow={flow} step={step} />
    case 'closed':
      return (
        <div {...partProps('done')}>
          <Heading hasFocus>{t.closed}</Heading>
          <p {...partProps('text')}>{t.closedText(dayOf(step.cancelAt, messages.language))}</p>
          <SignInButton onGo={onGo}>{t.takeBack}</SignInButton>
        </div>
      )
  }
}

function Checked(props: {
  flow: AccountDeletionFlow
  step: Extract<DeletionStep, { at: 'checked' }>
  hasFocus: boolean
  onCancel?: (() => void) | undefined
}): ReactNode {
  const { flow, step } = props
  const t = useMessages().closeAccount
  const formError = useStore(flow.$formError)
  return (
    <>
      <StepHead
        title={t.title}
        text={step.isStale ? t.staleText : t.intro}
        formAction={flow}
        hasFocus={props.hasFocus || step.isStale || step.isBack === true}
      />
      <Lost values={step.values} />
      <Form formError={formError} onSubmit={flow.submit}>
        <SubmitButton isBusy={useStore(flow.$isBusy)}>{t.proceed}</SubmitButton>
      </Form>
      {props.onCancel && <Cancel onClick={props.onCancel}>{t.keep}</Cancel>}
    </>
  )
}

function Confirmation(props: {
  flow: AccountDeletionFlow
  step: Extract<DeletionStep, { at: 'sure' }>
}): ReactNode {
  const { flow, step } = props
  const t = useMessages().closeAccount
  const formError = useStore(flow.$formError)
  const errorOf = useErrorOf(flow)
  const isBusy = useStore(flow.$isBusy)
  return (
    <>
      <StepHead title={t.sure} text={t.sureText} formAction={flow} />
      <Lost values={step.values} />
      <Form formError={formError} onSubmit={flow.submit}>
        {step.values.length > 0 && (
          <CheckBox name="abandon" error={errorOf('abandon')} required={t.required}>
            {t.abandon}
          </CheckBox>
        )}
        <button
          type="submit"
          {...partProps('button', 'button-danger')}
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
    <div {...partProps('lost')}>
      <p {...partProps('label')}>{t.lost}</p>
      <ul {...partProps('reasons')}>
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
