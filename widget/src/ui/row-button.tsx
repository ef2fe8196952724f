import type { ReactNode } from 'react'
import { partProps } from './part-props.ts'

/** A small button, such as one in a line of a list; its name says of what it is. */
export function RowButton(props: {
  label: string
  isBusy?: boolean
  /** There is nothing to do for now. */
  isOff?: boolean
  isDanger?: boolean
  /** Takes the focus when it appears. */
  hasFocus?: boolean
  onClick: () => void
  children: ReactNode
}): ReactNode {
  const isStill = props.isBusy || props.isOff
  return (
    <button
      type="button"
      {...partProps('small', ...(props.isDanger ? ['small-danger'] : []))}
      ref={props.hasFocus ? focusOnce : undefined}
      aria-label={props.label}
      aria-disabled={isStill || undefined}
      onClick={isStill ? undefined : props.onClick}
    >
      {props.children}
    </button>
  )
}

function focusOnce(element: HTMLElement | null): void {
  element?.focus()
}
