import { useCallback } from 'react'
import type { Language } from '#protocol/languages.ts'
import { merge } from '../messages/override.ts'
import { useFrame } from './frame.tsx'
import { useLoaded } from './use-loaded.ts'

/** Loads the messages of one screen; those that the page gave stand in the place of ours. */
export function useLazyMessages<Table extends object>(
  load: Record<Language, () => Promise<Table>>,
): ReturnType<typeof useLoaded<Table>> {
  const { language, replacements } = useFrame().messages
  const loadTable = useCallback(
    async () => merge(await load[language](), replacements ?? {}),
    [load, language, replacements],
  )
  return useLoaded(loadTable)
}
