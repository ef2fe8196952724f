import { useEffect, useState, type ReactNode } from 'react'
import { createProvidersFlow, type ProvidersFlow } from '../../flows/providers.ts'
import type { Instance } from '../../instance.ts'
import providersCss from '../../styles/providers.css'
import { lateSheet } from '../../ui/adopt.ts'
import { useFrame, useMessages } from '../../ui/frame.tsx'
import { partProps } from '../../ui/part-props.ts'
import { marks } from './marks.tsx'

const adoptProviders = lateSheet(providersCss)

/** One way in for each third party that the page and the server offer; nothing without any. */
export function ProviderButtons({ instance }: { instance: Instance }): ReactNode {
  const { settings } = useFrame()
  const [flow, setFlow] = useState<ProvidersFlow>()
  useEffect(() => {
    let isHere = true
    createProvidersFlow(instance).then(
      (made) => isHere && setFlow(made),
      // The other ways in work without it; the page learns why this one is missing.
      (error: unknown) => {
        if (isHere) instance.report({ reason: 'internal', message: String(error) })
      },
    )
    return () => {
      isHere = false
    }
  }, [instance, settings])
  return flow && flow.offered.length > 0 ? <ProviderList flow={flow} /> : null
}

/** The ways in that there are. */
export function ProviderList({ flow }: { flow: ProvidersFlow }): ReactNode {
  const { settings, messages } = useFrame()
  const words = useMessages().providers
  return (
    <div {...partProps('providers')} ref={(node) => adoptProviders(node)} lang={messages.language}>
      <p {...partProps('or')}>{words.or}</p>
      <div {...partProps('provider-list')}>
        {flow.offered.map((choice) => (
          <a
            key={choice.name}
            {...partProps('provider')}
            href={choice.href}
            aria-label={words.with(choice.title)}
            onClick={(event) => {
              const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey)
              if (settings.popup && isPlain && flow.open(choice)) event.preventDefault()
            }}
          >
            {marks[choice.name]}
            <span>{choice.title}</span>
          </a>
        ))}
      </div>
    </div>
  )
}
