import type { ReactElement } from 'react'
import { RetryButton } from '../shared/retry-button.tsx'
import { useAccountPage } from './context.ts'
import type { useLoaded } from './use-loaded.ts'

/** Placeholder of a list that is loading, or a notice that it failed. */
export function ListState(props: {
  loaded: ReturnType<typeof useLoaded>
  label: string
  rows: number
}): ReactElement | null {
  const { messages } = useAccountPage()
  const { step, retry } = props.loaded
  if (step === 'ready') return null
  if (step === 'failed') {
    return (
      <div className="list-failed">
        <p>{messages.failed.list}</p>
        <RetryButton
          className="button small quiet"
          label={messages.failed.button}
          onRetry={retry}
        />
      </div>
    )
  }
  return (
    <div className="bones" aria-busy="true">
      <output className="visually-hidden">{props.label}</output>
      {Array.from({ length: props.rows }, (_, row) => (
        <span key={row} className="bone" />
      ))}
    </div>
  )
}
