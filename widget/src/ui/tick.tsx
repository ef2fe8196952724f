import type { ReactNode } from 'react'
import { partProps } from './part-props.ts'

/** A decorative tick in a circle; the text beside it says the same. */
export function Tick(): ReactNode {
  return (
    <svg {...partProps('tick')} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <circle {...partProps('tick-disc')} cx="24" cy="24" r="24" />
      <path {...partProps('tick-mark')} d="m15 24.5 6.2 6.2L33.5 18" />
    </svg>
  )
}
