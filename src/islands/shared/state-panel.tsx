import type { ReactElement, ReactNode } from 'react'

interface Props {
  messages: { title: string; text: string }
  children: ReactNode
}

/** Replaces the page when it is signed out, not loaded or broken. */
export function StatePanel({ messages, children }: Props): ReactElement {
  return (
    <section className="state-panel" aria-live="polite">
      <h2>{messages.title}</h2>
      <p>{messages.text}</p>
      {children}
    </section>
  )
}
