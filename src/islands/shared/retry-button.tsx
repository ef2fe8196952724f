import type { ReactElement } from 'react'

/** Retry button; focus moves to the surrounding section, since the button disappears. */
export function RetryButton(props: {
  className: string
  label: string
  onRetry: () => void
}): ReactElement {
  const { className, label, onRetry } = props
  return (
    <button
      className={className}
      onClick={({ currentTarget }) => {
        currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
        onRetry()
      }}
    >
      {label}
    </button>
  )
}
