import { useEffect, useState, type ReactNode } from 'react'
import { useLastProvider } from '../last-provider.ts'
import { createProvidersFlow, wantedProviders, type ProvidersFlow } from '../flows/providers.ts'
import type { Instance } from '../../base/instance.ts'
import providersCss from '../../styles/providers.css'
import { lateSheet } from '../../base/adopt.ts'
import { useFrame, useMessages } from '../frame.tsx'
import { partProps } from '../part-props.ts'
import { marks } from './marks.tsx'

const adoptProviders = lateSheet(providersCss)

/** A button for each provider that is offered; nothing without any. */
export function ProviderButtons({ instance }: { instance: Instance }): ReactNode {
  const { settings, returnQuery } = useFrame()
  if (!settings.providersFirst) return <OfferedProviders instance={instance} />
  // The first draw equals the prepared markup, which does not know the address of the page.
  const destination = new URLSearchParams(returnQuery).get('next') ?? settings.next
  return <ProviderList flow={wantedProviders(instance, destination)} />
}

function OfferedProviders({ instance }: { instance: Instance }): ReactNode {
  const { settings } = useFrame()
  const [flow, setFlow] = useState<ProvidersFlow>()
  useEffect(() => {
    let isHere = true
    createProvidersFlow(instance).then(
      (made) => isHere && setFlow(made),
      // Other sign-in methods work without it; the page gets the error.
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

/** The buttons of the providers; the one used last in this browser is marked. */
export function ProviderList({ flow }: { flow: ProvidersFlow }): ReactNode {
  const { settings, messages } = useFrame()
  const t = useMessages().providers
  const last = useLastProvider()
  const or = <p {...partProps('or')}>{t.or}</p>
  return (
    <div {...partProps('providers')} ref={(node) => adoptProviders(node)} lang={messages.language}>
      {!settings.providersFirst && or}
      <div {...partProps('provider-list')}>
        {flow.offered.map((choice) => (
          <a
            key={choice.name}
            {...partProps('provider')}
            data-platform={choice.name}
            href={choice.href}
            aria-label={choice.name === last ? t.withLast(choice.title) : t.with(choice.title)}
            onClick={(event) => {
              const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey)
              if (settings.popup && isPlain && flow.open(choice)) event.preventDefault()
            }}
          >
            {marks[choice.name]}
            <span>{choice.title}</span>
            {choice.name === last && <small {...partProps('last')}>{t.lastUsed}</small>}
          </a>
        ))}
      </div>
      {settings.providersFirst && or}
    </div>
  )
}
