import { useEffect, useMemo, type ReactNode } from 'react'
import type { Instance } from '../base/instance.ts'
import { useFrame } from './frame.tsx'
import { Providers } from './providers/providers.tsx'
import type { ScreenProps } from './screen-props.ts'

/** A screen with the flow made for it, which ends when it is no longer shown. */
export function WithFlow<Flow extends { dispose(): void }>(props: {
  instance: Instance
  hasFocus: boolean
  create: (instance: Instance) => Flow
  screen: (props: ScreenProps<Flow>) => ReactNode
}): ReactNode {
  const { instance, create, screen: Show } = props
  const flow = useMemo(() => create(instance), [create, instance])
  const { providersFirst } = useFrame().settings
  useEffect(() => () => flow.dispose(), [flow])
  return (
    <Show
      flow={flow}
      hasFocus={props.hasFocus}
      typedAddress={instance.typedAddress()}
      onTyped={(address) => instance.remember(address)}
      onGo={(name) => instance.go({ name })}
      above={providersFirst && <Providers instance={instance} />}
    />
  )
}
