import type { ReactNode } from 'react'
import { part } from './part.ts'

/** Live regions that are always there, so that what appears in them is read out. */
export function Notice(props: { error?: ReactNode; info?: ReactNode }): ReactNode {
  return (
    <>
      <div {...part('notice', 'notice-error')} role="alert">
        {props.error}
      </div>
      <output {...part('notice', 'notice-info')}>{props.info}</output>
    </>
  )
}
