import type { ReactNode } from 'react'
import { partProps } from './part-props.ts'

/** The error of the field `id`, which is described by `<id>-error`; nothing without one. */
export function FieldError(props: {
  id: string
  error: string | false | undefined
  /** Whether it is read out at once, since no focus leads to it. */
  isAlert?: boolean
}): ReactNode {
  return (
    props.error && (
      <p
        {...partProps('error')}
        id={`${props.id}-error`}
        role={props.isAlert ? 'alert' : undefined}
      >
        {props.error}
      </p>
    )
  )
}
