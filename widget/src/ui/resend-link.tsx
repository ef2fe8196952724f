import type { ReactNode } from 'react'
import { hasCountDown } from './flows/form-error.ts'
import { LinkButton } from './button.tsx'
import { useForm } from './form-state.ts'
import { useMessages } from './frame.tsx'

/** Asks for another code once its time has come; the seconds are left to a notice that counts them too. */
export function ResendLink(props: {
  /** Seconds until another code may be asked for. */
  resendIn: number
  onClick: () => void
}): ReactNode {
  const { common } = useMessages()
  const { formError } = useForm()
  const { resendIn, onClick } = props
  return (
    <LinkButton onClick={onClick} isDisabled={resendIn > 0}>
      {resendIn > 0 && !hasCountDown(formError) ? common.resendIn(resendIn) : common.resend}
    </LinkButton>
  )
}
