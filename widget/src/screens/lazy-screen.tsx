import { useEffect, useState, type ReactNode } from 'react'
import type { Language } from '#protocol/languages.ts'
import { merge } from '../messages/override.ts'
import { LinkButton } from '../ui/button.tsx'
import { useFrame, useMessages } from '../ui/frame.tsx'
import { Notice } from '../ui/notice.tsx'
import { ReloadButton } from '../ui/reload-button.tsx'
import { partProps } from '../ui/part-props.ts'
import { loadScreen, readyScreen, type LazyName, type LazyProps } from './lazy-screens.ts'

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

/** Loads the messages of one screen; those that the page gave stand in the place of ours. */
export function useLazyMessages<Table extends object>(
  load: Record<Language, () => Promise<Table>>,
): {
  table: Table | 'failed' | undefined
  failures: number
  retry: () => void
} {
  const { language, replacements } = useFrame().messages
  const [table, setTable] = useState<Table | 'failed'>()
  const [failures, setFailures] = useState(0)
  const isWaiting = table !== 'failed'
  useEffect(() => {
    let isHere = true
    if (isWaiting) {
      load[language]().then(
        (loaded) => isHere && setTable(merge(loaded, replacements ?? {})),
        () => {
          if (!isHere) return
          setTable('failed')
          setFailures((count) => count + 1)
        },
      )
    }
    return () => {
      isHere = false
    }
  }, [load, language, replacements, isWaiting])
  return { table, failures, retry: () => setTable(undefined) }
}

/** Placeholder while code is loading, or a notice that it failed. */
export function Waiting(props: {
  hasFailed: boolean
  /** Number of failures; after the second, reloading the page is offered. */
  failures: number
  onRetry: () => void
}): ReactNode {
  const { common } = useMessages()
  const isLost = props.failures > 1
  return (
    <div {...partProps('wait')} aria-busy={!props.hasFailed}>
      <Notice
        error={
          props.hasFailed && (
            <>
              <p {...partProps('text')}>{isLost ? common.notLoaded : common.offline}</p>
              <LinkButton onClick={props.onRetry}>{common.again}</LinkButton>
              {isLost && <ReloadButton />}
            </>
          )
        }
      />
    </div>
  )
}
