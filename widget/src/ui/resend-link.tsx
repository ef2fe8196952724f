import type { ReactNode } from 'react'
import { hasCountDown, type FormError } from '../flows/form-error.ts'
import { LinkButton } from './button.tsx'
import { useMessages } from './frame.tsx'

/** Asks for another code once its time has come; the seconds are left to a notice that counts them too. */
export function ResendLink(props: {
  /** Seconds until another code may be asked for. */
  resendIn: number
  formError: FormError | undefined
  onClick: () => void
}): ReactNode {
  const { common } = useMessages()
  const { resendIn, formError, onClick } = props
  return (
    <LinkButton onClick={onClick} isDisabled={resendIn > 0}>
      {resendIn > 0 && !hasCountDown(formError) ? common.resendIn(resendIn) : common.resend}
    </LinkButton>
  )
}
