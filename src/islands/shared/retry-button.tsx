import type { ReactElement } from 'react'

/** Tries again. It goes meanwhile, and hands the focus to the part of the page that it stood in. */
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
