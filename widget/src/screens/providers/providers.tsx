import { useEffect, useState, type ReactNode } from 'react'
import type { Instance } from '../../instance.ts'
import { useFrame } from '../../ui/frame.tsx'
import type { ProviderButtons } from './buttons.tsx'

let ready: typeof ProviderButtons | undefined

/** Has the buttons at hand that are there already, such as where markup is made. */
export function provideProviders(buttons: typeof ProviderButtons): void {
  ready = buttons
}

/** Gets the code of the buttons. */
export async function loadProviders(): Promise<void> {
  ready ??= (await import('./buttons.tsx')).ProviderButtons
}

/** The place of the buttons of third parties; below a form they come when that works already. */
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
