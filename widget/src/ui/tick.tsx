import type { ReactNode } from 'react'

/** A tick in a circle; the words beside it say the same. */
export function Tick(): ReactNode {
  return (
    <svg className="pl-tick" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <circle className="pl-tick-disc" cx="24" cy="24" r="24" />
      <path className="pl-tick-mark" d="m15 24.5 6.2 6.2L33.5 18" />
    </svg>
  )
}
