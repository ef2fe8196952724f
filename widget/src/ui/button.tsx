import { useEffect, useState, type ReactNode } from 'react'
import { useForm } from './form-state.ts'
import { partProps } from './part-props.ts'

/** Time for which a button shows that it succeeded, in milliseconds. */
const DONE_MS = 4000

/** The one button that sends a form; while busy it stays focusable and says so. */
export function SubmitButton({
  variant,
  isEarly,
  children,
}: {
  variant?: 'button-danger' | false
  /** Whether something has to come before. */
  isEarly?: boolean
  children: ReactNode
}): ReactNode {
  const isBusy = useForm().isBusy || undefined
  return (
    <button
      type="submit"
      {...partProps('button', variant)}
      aria-disabled={isBusy || isEarly || undefined}
      aria-busy={isBusy}
    >
      {children}
    </button>
  )
}

/** A button that sends no form; while busy it stays focusable, says so and ignores clicks. */
export function ActionButton(props: {
  isBusy?: boolean
  onClick: () => unknown
  children: ReactNode
}): ReactNode {
  const isBusy = props.isBusy || undefined
  return (
    <button
      type="button"
      {...partProps('button')}
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

/**
 * The same for a form that stays: its label says for a moment that all is done, so that the layout
 * does not move.
 */
export function SaveButton(props: {
  /** Label after success; false before. */
  done: string | false
  children: ReactNode
}): ReactNode {
  const message = !useForm().isBusy && props.done
  return (
    <>
      <SubmitButton>
        {message ? <Briefly text={message}>{props.children}</Briefly> : props.children}
      </SubmitButton>
      {/* Always there, so that what appears in it is read out. */}
      <output {...partProps('hidden')}>{message}</output>
    </>
  )
}

/** Shows a text for a moment instead of its children. */
export function Briefly(props: { text: string; children: ReactNode }): ReactNode {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), DONE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isOver ? props.children : props.text
}
