import type { ReactElement, ReactNode } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import { StatePanel } from './state-panel.tsx'

/** An island that shows an error and a retry button when it breaks. */
export function Guarded(props: {
  messages: { title: string; text: string; button: string }
  children: ReactNode
}): ReactElement {
  const { messages, children } = props
  return (
    <ErrorBoundary
      fallback={(retry) => (
        <StatePanel messages={messages}>
          <button className="button" onClick={retry}>
            {messages.button}
          </button>
        </StatePanel>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
