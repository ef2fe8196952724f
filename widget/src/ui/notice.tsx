import type { ReactNode } from 'react'
import { partProps } from './part-props.ts'

/** Live regions that are always there, so that what appears in them is read out. */
export function Notice(props: { error?: ReactNode; info?: ReactNode }): ReactNode {
  return (
    <>
      <div {...partProps('notice', 'notice-error')} role="alert">
        {props.error}
      </div>
      <output {...partProps('notice', 'notice-info')}>{props.info}</output>
    </>
  )
}
