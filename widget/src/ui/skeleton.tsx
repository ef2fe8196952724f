import type { ReactNode } from 'react'
import { partProps } from './part-props.ts'

/** Grey lines where something will be, so that little moves when it comes. */
export function Skeleton(props: { label: string; count?: number }): ReactNode {
  return (
    <div {...partProps('bones')} aria-busy="true">
      <output {...partProps('hidden')}>{props.label}</output>
      {Array.from({ length: props.count ?? 3 }, (_, at) => (
        <span key={at} {...partProps('bone')} />
      ))}
    </div>
  )
}
