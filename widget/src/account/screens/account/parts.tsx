import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import type { StepUp } from '../../flows/step-up.ts'
import type { FormAction } from '../../../ui/flows/form-action.ts'
import type { FormError } from '../../../ui/flows/form-error.ts'
import type { StartView } from '../../../base/settings.ts'
import { ActionButton, FootButton } from '../../../ui/button.tsx'
import { useFieldError } from '../../../ui/form-state.ts'
import { useFrame, useMessages } from '../../../ui/frame.tsx'
import { Head } from '../../../ui/head.tsx'
import { FieldError } from '../../../ui/field-error.tsx'
import { partProps } from '../../../ui/part-props.ts'
import { ErrorOf, FormErrorText } from '../../../ui/form-error-notice.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TwoStepView } from '../../../ui/two-step/screen.tsx'

/**
 * Shows below a step its error, which a notice would say for moments only, and what succeeded before it, unless the
 * element has notices of its own for that.
 */
export function ActionNotice(props: {
  formAction: Pick<FormAction, '$formError'>
  info?: string | undefined
  onAgain?: (() => unknown) | false | undefined
}): ReactNode {
  const { info, onAgain } = props
  const { onDone } = useFrame()
  const formError = useStore(props.formAction.$formError)
  useEffect(() => {
    if (info !== undefined) onDone?.(info)
  }, [info, onDone])
  const shown = onDone === undefined && formError === undefined ? info : null
  return <ErrorOf formError={formError} onAgain={onAgain} info={shown} />
}

/** Asks for a step-up and says why. */
export function StepUpStep(props: { proof: StepUp; why: string }): ReactNode {
  const { flow, methods } = props.proof
  return <TwoStepView flow={flow} wanted={{ ways: methods, reason: props.why }} />
}

/** Asks to sign in again, for accounts without another method. */
export function SignInAgain(props: {
  onGo: (view: StartView) => void
  onClose: () => void
}): ReactNode {
  const t = useMessages().own
  return (
    <>
      <Head title={t.signInAgain} text={t.signInAgainText} />
      <SignInButton onGo={props.onGo} />
      <Cancel onClick={props.onClose} />
    </>
  )
}

/** Leads to the sign-in and back here. */
export function SignInButton(props: {
  onGo: (view: StartView) => void
  /** Label; by default the general one. */
  children?: ReactNode
}): ReactNode {
  const { settings, messages } = useFrame()
  const signIn = props.children ?? messages.common.signIn
  if (settings.pages === undefined) {
    return <ActionButton onClick={() => props.onGo('login')}>{signIn}</ActionButton>
  }
  const query = new URLSearchParams({ next: location.pathname + location.search })
  return (
    <a {...partProps('button')} href={`${settings.pages}/login?${query}`}>
      {signIn}
    </a>
  )
}

/** Says that the account could not be loaded, and offers another try. */
export function LoadingFailed(props: { formError: FormError; onRetry: () => void }): ReactNode {
  const { common, own } = useMessages()
  return (
    <>
      <Notice
        error={
          <>
            <p {...partProps('text')}>
              <strong>{own.failed}</strong>
            </p>
            <FormErrorText formError={props.formError} />
          </>
        }
      />
      <ActionButton onClick={props.onRetry}>{common.tryAgain}</ActionButton>
    </>
  )
}

/** Button that leaves a step. */
export function Cancel(props: { onClick: () => void; children?: ReactNode }): ReactNode {
  const t = useMessages().own
  return <FootButton onClick={props.onClick}>{props.children ?? t.cancel}</FootButton>
}

/** Checkbox with a text. */
export function CheckBox(props: {
  name: string
  children: ReactNode
  /** Error if it is not checked; optional without one. */
  required?: string
  /** Whether it is checked at first. */
  isChecked?: boolean
}): ReactNode {
  const { prefix } = useFrame()
  const error = useFieldError(props.name)
  const id = `${prefix}-${props.name}`
  return (
    <div {...partProps('field')}>
      <label {...partProps('choice')} htmlFor={id}>
        <input
          type="checkbox"
          id={id}
          name={props.name}
          defaultChecked={props.isChecked}
          aria-required={props.required === undefined ? undefined : true}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
        />
        <span>
          {props.children}
          {props.required !== undefined && <span {...partProps('note')}> {props.required}</span>}
        </span>
      </label>
      <FieldError id={id} error={error} />
    </div>
  )
}

/** Checkbox to end all other sessions with a change. */
export function SignOutOthers(): ReactNode {
  const t = useMessages().own
  return <CheckBox name="signsOutOthers">{t.signOutOthers}</CheckBox>
}

/** Row of a list: label, value and actions. */
export function Row(props: {
  /** Before the label. */
  logo?: ReactNode
  label: ReactNode
  value: ReactNode
  /** Below the value. */
  more?: ReactNode
  children: ReactNode
}): ReactNode {
  return (
    <li {...partProps('row')}>
      {props.logo}
      <div {...partProps('row-text')}>
        <span {...partProps('label')}>{props.label}</span>
        <span {...partProps('row-value')}>{props.value}</span>
        {props.more}
      </div>
      <div {...partProps('row-acts')}>{props.children}</div>
    </li>
  )
}
