import type { ReactNode } from 'react'
import { focusOnce } from './focus-once.ts'
import { partProps } from './part-props.ts'

/** A small button, such as in a row of a list. */
export function RowButton(props: {
  /** Names the row for screen readers. */
  label?: string
  isBusy?: boolean
  /** Disables the button while there is nothing to do. */
  isOff?: boolean
  /** Whether it is the first thing to do. */
  isMain?: boolean
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
      {...partProps('small', props.isMain && 'small-main', props.isDanger && 'small-danger')}
      ref={props.hasFocus ? focusOnce : undefined}
      aria-label={props.label}
      aria-disabled={isStill || undefined}
      onClick={isStill ? undefined : props.onClick}
    >
      {props.children}
    </button>
  )
}
