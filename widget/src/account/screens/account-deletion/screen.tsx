import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import type { AccountDeletionFlow, DeletionStep, LostValue } from '../../flows/account-deletion.ts'
import type { StartView } from '../../../base/settings.ts'
import { ActionButton, SubmitButton } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form.tsx'
import { useFrame, useMessages } from '../../../ui/frame.tsx'
import { Head } from '../../../ui/head.tsx'
import { partProps } from '../../../ui/part-props.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ActionNotice, Cancel, CheckBox, StepUpStep, SignInAgain } from '../account/parts.tsx'
import { Closed } from './closed.tsx'

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
          <Head title={t.title} hasFocus={props.hasFocus} />
          <ActionNotice formAction={flow} />
          {step.at === 'checking' ? (
            <Skeleton label={t.checking} />
          ) : (
            <ActionButton onClick={() => void flow.check()}>
              {messages.common.tryAgain}
            </ActionButton>
          )}
        </>
      )
    case 'refused':
      return (
        <>
          <Head title={t.cannot} />
          <ul {...partProps('reasons')}>
            {step.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          {props.onCancel && <Cancel onClick={props.onCancel}>{t.keep}</Cancel>}
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
      return <Closed cancelAt={step.cancelAt} onGo={onGo} />
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
  return (
    <>
      <Head
        title={t.title}
        text={step.isStale ? t.staleText : t.intro}
        hasFocus={props.hasFocus || step.isStale || step.isBack === true}
      />
      <Lost values={step.values} />
      <Form flow={flow} onSubmit={flow.submit}>
        <SubmitButton>{t.proceed}</SubmitButton>
      </Form>
      <ActionNotice formAction={flow} />
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
  return (
    <>
      <Head title={t.confirmTitle} text={t.confirmText} />
      <Lost values={step.values} />
      <Form flow={flow} onSubmit={flow.submit}>
        {step.values.length > 0 && (
          <CheckBox name="abandon" required={t.required}>
            {t.understood}
          </CheckBox>
        )}
        <SubmitButton variant="button-danger">{t.close}</SubmitButton>
      </Form>
      <ActionNotice formAction={flow} />
      <Cancel onClick={flow.back}>{t.keep}</Cancel>
    </>
  )
}

function Lost(props: { values: readonly LostValue[] }): ReactNode {
  const { closeAccount: t, language } = useMessages()
  if (props.values.length === 0) return null
  const words: Partial<Record<string, (count: number, names: string) => string>> = t.values
  const list = new Intl.ListFormat(language)
  return (
    <div {...partProps('lost')}>
      <p {...partProps('label')}>{t.lost}</p>
      <ul {...partProps('reasons')}>
        {props.values.map(({ name, count, names = [] }) => (
          <li key={name}>
            {words[name]?.(count, list.format(names)) ?? t.otherValue(name, count)}
          </li>
        ))}
      </ul>
    </div>
  )
}
