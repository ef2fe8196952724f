import { useStore } from '@nanostores/react'
import { useEffect, useMemo, type ReactNode } from 'react'
import type { CodeStep } from '../flows/code-step.ts'
import { createCountDown } from '../flows/count-down.ts'
import type { FormError } from '../flows/form-error.ts'
import type { FormAction } from '../flows/form-action.ts'
import type { StartView } from '../settings.ts'
import { LinkButton } from '../ui/button.tsx'
import { ReloadButton } from '../ui/reload-button.tsx'
import { useMessages } from '../ui/frame.tsx'
import { Notice } from '../ui/notice.tsx'
import { ViewLink } from '../ui/view-link.tsx'
import { partProps } from '../ui/part-props.ts'

interface Remedies {
  onGo: (view: StartView) => void
  /** Switches to signing in by code, where offered. */
  onCode?: (() => void) | undefined
}

/** Notice for the whole form; field errors are beside their fields. */
export function FormErrorNotice(
  props: Remedies & { flow: Pick<FormAction, '$formError' | '$isBusy'> & { code: CodeStep } },
): ReactNode {
  const { common } = useMessages()
  const formError = useStore(props.flow.$formError)
  const isBusy = useStore(props.flow.$isBusy)
  const code = useStore(props.flow.code.$state)
  const sent =
    code.step === 'code' && code.sent > 1 && (code.isCall ? common.calling : common.resent)
  return (
    <Notice
      error={formError && !formError.field && <FormErrorText {...props} formError={formError} />}
      info={!isBusy && !formError && sent}
    />
  )
}

/** The error with waiting time and remedy. */
export function FormErrorText({
  formError,
  onGo,
  onCode,
  onAgain,
}: Partial<Remedies> & {
  formError: FormError
  /** Repeats a call that needs no input. */
  onAgain?: (() => unknown) | false | undefined
}): ReactNode {
  const { common } = useMessages()
  const { text, remedy, wait } = formError
  return (
    <>
      <p {...partProps('text')}>{text}</p>
      {wait && <Wait key={wait} seconds={wait} />}
      {onAgain && <LinkButton onClick={onAgain}>{common.again}</LinkButton>}
      {remedy === 'reload' && <ReloadButton />}
      {remedy === 'code' && onCode && <LinkButton onClick={onCode}>{common.withCode}</LinkButton>}
      {(remedy === 'sign-in' || remedy === 'sign-up') && onGo && (
        <ViewLink to={remedy === 'sign-in' ? 'login' : 'sign-up'} onGo={onGo}>
          {remedy === 'sign-in' ? common.signIn : common.signUp}
        </ViewLink>
      )}
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
