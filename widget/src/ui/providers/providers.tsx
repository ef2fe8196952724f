import { useEffect, useState, type ReactNode } from 'react'
import type { Instance } from '../../base/instance.ts'
import { useFrame } from '../frame.tsx'
import type { ProviderButtons } from './buttons.tsx'

let ready: typeof ProviderButtons | undefined

/** Uses buttons that are loaded already, such as where markup is prepared. */
export function provideProviders(buttons: typeof ProviderButtons): void {
  ready = buttons
}

/** Loads the code of the buttons. */
export async function loadProviders(): Promise<void> {
  ready ??= (await import('./buttons.tsx')).ProviderButtons
}

/** Place of the provider buttons; below a form they load after it. */
export function Providers({ instance }: { instance: Instance }): ReactNode {
  const { providers, providersFirst: isFirst } = useFrame().settings
  const isWanted = providers.length > 0
  const [Loaded, setLoaded] = useState(() => (isFirst ? ready : undefined))
  useEffect(() => {
    if (!isWanted) return
    loadProviders().then(
      () => setLoaded(() => ready),
      (error: unknown) => instance.report({ reason: 'internal', message: String(error) }),
    )
  }, [instance, isWanted])
  return isWanted && Loaded && <Loaded instance={instance} />
}
