import { useCallback, useState, type ReactNode } from 'react'
import { Waiting } from './waiting.tsx'
import { loadScreen, readyScreen } from './lazy-screens.ts'
import type { LazyName, LazyProps } from './screen-props.ts'
import { useLoaded } from './use-loaded.ts'

/** Shows a screen once its code is loaded, else a placeholder or the failure. */
export function LazyScreen(props: LazyProps<LazyName>): ReactNode {
  const { name } = props.view
  const [ready] = useState(() => readyScreen(name))
  const load = useCallback(async () => {
    await loadScreen(name)
    return readyScreen(name)
  }, [name])
  const { loaded, waiting } = useLoaded(load)
  const Show = loaded ?? ready
  return Show ? <Show {...props} /> : <Waiting {...waiting} />
}
