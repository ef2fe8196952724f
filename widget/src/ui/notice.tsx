import type { ReactNode, Ref } from 'react'
import { partProps } from './part-props.ts'

/** Live regions that are always there, so that what appears in them is read out. */
export function Notice({
  error,
  errorRef,
  info,
}: {
  error?: ReactNode
  errorRef?: Ref<HTMLDivElement>
  info?: ReactNode
}): ReactNode {
  return (
    <>
      <div {...partProps('notice', 'notice-error')} role="alert" ref={errorRef}>
        {error}
      </div>
      <output {...partProps('notice', 'notice-info')}>{info}</output>
    </>
  )
}
