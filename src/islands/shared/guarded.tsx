import type { ReactElement, ReactNode } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import { StatePanel } from './state-panel.tsx'

/** An island that shows an error and a retry button when it breaks. */
export function Guarded(props: {
  words: { title: string; text: string; button: string }
  children: ReactNode
}): ReactElement {
  const { words, children } = props
  return (
    <ErrorBoundary
      fallback={(retry) => (
        <StatePanel words={words}>
          <button className="button" onClick={retry}>
            {words.button}
          </button>
        </StatePanel>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
