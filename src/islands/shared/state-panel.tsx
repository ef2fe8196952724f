import type { ReactElement, ReactNode } from 'react'

interface Props {
  words: { title: string; text: string }
  children: ReactNode
}

/** Takes the place of the page where there is nothing to show: signed out, not loaded, broken. */
export function StatePanel({ words, children }: Props): ReactElement {
  return (
    <section className="state-panel" aria-live="polite">
      <h2>{words.title}</h2>
      <p>{words.text}</p>
      {children}
    </section>
  )
}
