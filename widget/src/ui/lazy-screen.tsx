import { useEffect, useState, type ReactNode } from 'react'
import { Waiting } from './waiting.tsx'
import { loadScreen, readyScreen } from './lazy-screens.ts'
import type { LazyName, LazyProps } from './screen-props.ts'

/** Shows a screen once its code is loaded, else a placeholder or the failure. */
export function LazyScreen(props: LazyProps<LazyName>): ReactNode {
  const { name } = props.view
  const [Show, setShow] = useState(() => readyScreen(name))
  const [hasFailed, setFailed] = useState(false)
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    let isHere = true
    if (!hasFailed) {
      loadScreen(name).then(
        () => isHere && setShow(() => readyScreen(name)),
        () => {
          if (!isHere) return
          setFailed(true)
          setFailures((count) => count + 1)
        },
      )
    }
    return () => {
      isHere = false
    }
  }, [name, hasFailed])
  return Show ? (
    <Show {...props} />
  ) : (
    <Waiting hasFailed={hasFailed} failures={failures} onRetry={() => setFailed(false)} />
  )
}
