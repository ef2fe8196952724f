import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import type { CodeStep } from './flows/code-step.ts'
import { createCountDown } from './flows/count-down.ts'
import type { FormError } from './flows/form-error.ts'
import type { StartView } from '../base/settings.ts'
import { LinkButton } from './button.tsx'
import { ReloadButton } from './reload-button.tsx'
import { useAction } from './form-state.ts'
import type { Shown } from './flows/form-action.ts'
import { useMessages } from './frame.tsx'
import { LogId } from './log-id.tsx'
import { Notice } from './notice.tsx'
import { ViewLink } from './view-link.tsx'
import { partProps } from './part-props.ts'

interface Remedies {
  onGo: (view: StartView) => void
  /** Switches to signing in by code, where offered. */
  onCode?: (() => void) | undefined
  /** Switches to signing in by password, where offered. */
  onPassword?: (() => void) | undefined
}

/** Repeats a call that needs no input. */
type Again = (() => unknown) | false | undefined

/** Notice for the whole form; field errors are beside their fields. */
export function FormErrorNotice(props: Remedies & { flow: Shown & { code: CodeStep } }): ReactNode {
  const { common } = useMessages()
  const { isBusy, formError } = useAction(props.flow)
  const code = useStore(props.flow.code.$state)
  const sent =
    code.step === 'code' && code.sent > 1 && (code.isCall ? common.calling : common.resent)
  return <ErrorOf {...props} formError={formError} info={!isBusy && !formError && sent} />
}

/** The error of an action, below it. */
export function ActionError(
  props: Partial<Remedies> & { flow: Pick<Shown, '$formError'>; onAgain?: Again },
): ReactNode {
  return <ErrorOf {...props} formError={useStore(props.flow.$formError)} />
}

/** The error of a whole form, below it; field errors are beside their fields. */
export function ErrorOf(
  props: Partial<Remedies> & {
    formError: FormError | undefined
    info?: ReactNode
    onAgain?: Again
  },
): ReactNode {
  const { formError } = props
  const box = useRef<HTMLDivElement>(null)
  const isOfForm = formError !== undefined && !formError.field
  const isAnswer = isOfForm && !props.onAgain
  useEffect(() => {
    // The field with the focus may have put the end of the form beyond the window.
    if (isAnswer) box.current?.scrollIntoView({ block: 'nearest' })
  }, [formError, isAnswer])
  return (
    <>
      <Notice
        error={isOfForm && <FormErrorText {...props} formError={formError} />}
        errorRef={box}
        info={props.info}
      />
      {!isOfForm && <LogId logId={formError?.logId} />}
    </>
  )
}

/** The error with waiting time and remedy. */
export function FormErrorText(
  props: Partial<Remedies> & { formError: FormError; onAgain?: Again },
): ReactNode {
  const { formError, onGo, onCode, onPassword, onAgain } = props
  const { common } = useMessages()
  const { text, remedy, wait } = formError
  return (
    <>
      <p {...partProps('text')}>{text}</p>
      {wait && <Wait key={wait} seconds={wait} />}
      {onAgain && <LinkButton onClick={onAgain}>{common.tryAgain}</LinkButton>}
      {remedy === 'reload' && <ReloadButton />}
      {remedy === 'forgot' && onGo && (
        <ViewLink to="reset-password" onGo={onGo}>
          {common.forgot}
        </ViewLink>
      )}
      {(remedy === 'code' || remedy === 'forgot') && onCode && (
        <LinkButton onClick={onCode}>{common.withCode}</LinkButton>
      )}
      {remedy === 'password' && onPassword && (
        <LinkButton onClick={onPassword}>{common.withPassword}</LinkButton>
      )}
      {(remedy === 'sign-in' || remedy === 'sign-up') && onGo && (
        <ViewLink to={remedy === 'sign-in' ? 'login' : 'sign-up'} onGo={onGo}>
          {remedy === 'sign-in' ? common.signIn : common.signUp}
        </ViewLink>
      )}
      <LogId logId={formError.logId} />
    </>
  )
}

// Read out at start and end only; the seconds in between are visual.
function Wait({ seconds }: { seconds: number }): ReactNode {
  const { common } = useMessages()
  const countDown = useMemo(() => {
    const timer = createCountDown()
    timer.start(seconds)
    return timer
  }, [seconds])
  useEffect(() => () => countDown.stop(), [countDown])
  const left = useStore(countDown.$left)
  if (left === 0) return <p {...partProps('text')}>{common.waitOver}</p>
  return (
    <>
      <p {...partProps('hidden')}>{common.waitSeconds(seconds)}</p>
      <p {...partProps('text')} aria-hidden="true">
        {common.waitSeconds(left)}
      </p>
    </>
  )
}
