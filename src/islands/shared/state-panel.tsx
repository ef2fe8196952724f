import type { ReactElement, ReactNode } from 'react'

interface Props {
  words: { title: string; text: string }
  children: ReactNode
}

/** Replaces the page when it is signed out, not loaded or broken. */
export function StatePanel({ words, children }: Props): ReactElement {
  return (
    <section className="state-panel" aria-live="polite">
      <h2>{words.title}</h2>
      <p>{words.text}</p>
      {children}
    </section>
  )
}
