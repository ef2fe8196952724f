import { useEffect, useState } from 'react'

/** Loads code or texts, and again when a person asks for that after a failure; `load` must be stable. */
export function useLoaded<Loaded>(load: () => Promise<Loaded>): {
  loaded: Loaded | undefined
  /** What `<Waiting>` shows in its place. */
  waiting: { hasFailed: boolean; failures: number; onRetry: () => void }
} {
  const [loaded, setLoaded] = useState<Loaded>()
  const [hasFailed, setFailed] = useState(false)
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    let isHere = true
    if (!hasFailed) {
      load().then(
        (found) => isHere && setLoaded(() => found),
        () => {
          if (!isHere) return
          setLoaded(undefined)
          setFailed(true)
          setFailures((count) => count + 1)
        },
      )
    }
    return () => {
      isHere = false
    }
  }, [load, hasFailed])
  return { loaded, waiting: { hasFailed, failures, onRetry: () => setFailed(false) } }
}
