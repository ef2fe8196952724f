import type { ReactNode } from 'react'
import { adoptEntry } from './entry-sheet.ts'
import { partProps } from './part-props.ts'

const shapes = {
  stop: 'M14 24h20',
  wait: 'M24 14v10l7 5',
} as const

/** A decorative stop sign or clock in a circle; the text beside it says the same. */
export function StatusIcon({ kind }: { kind: keyof typeof shapes }): ReactNode {
  return (
    <svg
      {...partProps('tick', `sign-${kind}`)}
      ref={(node) => adoptEntry(node)}
      viewBox="0 0 48 48"
      aria-hidden="true"
      focusable="false"
    >
      <circle {...partProps('tick-disc')} cx="24" cy="24" r="24" />
      <path {...partProps('tick-mark')} d={shapes[kind]} />
    </svg>
  )
}
