import type { ReactNode } from 'react'
import { useForm } from './form-state.ts'
import { partProps } from './part-props.ts'

/** The one button that sends a form; while busy it stays focusable and says so. */
export function SubmitButton(props: {
  variant?: 'button-danger' | false
  /** Whether something has to come before. */
  isEarly?: boolean
  children: ReactNode
}): ReactNode {
  const isBusy = useForm().isBusy || undefined
  return (
    <button
      type="submit"
      {...partProps('button', props.variant)}
      aria-disabled={isBusy || props.isEarly || undefined}
      aria-busy={isBusy}
    >
      {props.children}
    </button>
  )
}

/** A button that sends no form; while busy it stays focusable, says so and ignores clicks. */
export function ActionButton(props: {
  variant?: string
  isBusy?: boolean
  onClick: () => unknown
  children: ReactNode
}): ReactNode {
  const isBusy = props.isBusy || undefined
  return (
    <button
      type="button"
      {...partProps('button', props.variant)}
      aria-disabled={isBusy}
      aria-busy={isBusy}
      onClick={isBusy ? undefined : () => void props.onClick()}
    >
      {props.children}
    </button>
  )
}

/** A button that looks like a link; without scripts it does nothing, so it is not shown then. */
export function LinkButton(props: {
  onClick: () => void
  isDisabled?: boolean
  children: ReactNode
}): ReactNode {
  return (
    <button
      type="button"
      {...partProps('link', 'scripted')}
      aria-disabled={props.isDisabled || undefined}
      onClick={props.isDisabled ? undefined : props.onClick}
    >
      {props.children}
    </button>
  )
}

/** A link-like button in the foot of a step, such as the way back. */
export function FootButton(props: { onClick: () => void; children: ReactNode }): ReactNode {
  return (
    <p {...partProps('foot')}>
      <LinkButton onClick={props.onClick}>{props.children}</LinkButton>
    </p>
  )
}
