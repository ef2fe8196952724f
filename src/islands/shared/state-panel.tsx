import type { ReactElement } from 'react'

interface Props {
  messages: { title: string; text: string; button: string }
  /** Where the button leads, if it does not try again. */
  href?: string
  onRetry?: () => void
}

/** Replaces the page when it is signed out, not loaded or broken. */
export function StatePanel({ messages, href, onRetry }: Props): ReactElement {
  return (
    <section className="state-panel" aria-live="polite">
      <h2>{messages.title}</h2>
      <p>{messages.text}</p>
      {href === undefined ? (
        <button
          className="button"
          onClick={({ currentTarget }) => {
            // The button goes, and would take the focus with it.
            currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
            onRetry?.()
          }}
        >
          {messages.button}
        </button>
      ) : (
        <a className="button" href={href}>
          {messages.button}
        </a>
      )}
    </section>
  )
}
