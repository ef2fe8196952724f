import { useEffect, useState } from 'react'
import type { Language } from '#protocol/languages.ts'
import { merge } from '../messages/override.ts'
import { useFrame } from './frame.tsx'

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
