import { useEffect, useState, type ReactNode } from 'react'
import type { Instance } from '../../instance.ts'
import type { ProviderButtons } from './buttons.tsx'

/** The place of the buttons of third parties; they come when the form above works already. */
export function Providers({ instance }: { instance: Instance }): ReactNode {
  const [Loaded, setLoaded] = useState<typeof ProviderButtons>()
  useEffect(() => {
    import('./buttons.tsx').then(
      (chunk) => setLoaded(() => chunk.ProviderButtons),
      (error: unknown) => instance.report({ reason: 'internal', message: String(error) }),
    )
  }, [instance])
  return Loaded && <Loaded instance={instance} />
}
