import type { ReactNode } from 'react'
import { partProps } from './part-props.ts'

/** The one button that sends a form; while busy it stays focusable and says so. */
export function SubmitButton(props: { isBusy: boolean; children: ReactNode }): ReactNode {
  return (
    <button
      type="submit"
      {...partProps('button')}
      aria-disabled={props.isBusy || undefined}
      aria-busy={props.isBusy || undefined}
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
