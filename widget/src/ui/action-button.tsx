import type { ReactNode } from 'react'
import { partProps } from './part-props.ts'

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
