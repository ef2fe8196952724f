import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import type { User } from '#protocol/objects.ts'
import { createBindFlow, type BindFlow } from '../../flows/bind.ts'
import { createConnectionsFlow, type ConnectionsFlow } from '../../flows/connections.ts'
import type { StartView } from '../../settings.ts'
import { useMessages } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { part } from '../../ui/part.ts'
import type { LazyProps } from '../lazy-screens.ts'
import { OwnGate, OwnRoom, useFlow, useOwnAccount } from '../own/gate.tsx'
import { Addresses } from './addresses.tsx'
import { Connections } from './connections.tsx'

/** Binding addresses and accounts elsewhere, on a screen of its own. */
export function Bind({ instance, isReplacing }: LazyProps<'bind'>): ReactNode {
  const account = useOwnAccount(instance)
  const addresses = useFlow(createBindFlow, instance, account)
  const connections = useFlow(createConnectionsFlow, instance, account)
  const onGo = (name: StartView): void => instance.go({ name })
  return (
    <OwnRoom>
      <OwnGate
        account={account}
        title={useMessages().bind.title}
        isReplacing={isReplacing}
        onGo={onGo}
      >
        {(user) => <BindScreen {...{ addresses, connections, user, isReplacing, onGo }} />}
      </OwnGate>
    </OwnRoom>
  )
}

/** What is bound, or the one thing that is being changed. */
export function BindScreen(props: {
  addresses: BindFlow
  connections: ConnectionsFlow
  user: User
  isReplacing: boolean
  onGo: (view: StartView) => void
}): ReactNode {
  const { addresses, connections, onGo } = props
  const t = useMessages().bind
  const isListed = useStore(addresses.$step).at === 'list'
  const areListed = useStore(connections.$step).at === 'list'
  useEffect(() => void connections.load(), [connections])
  if (!isListed) return <Addresses flow={addresses} user={props.user} onGo={onGo} />
  if (!areListed) return <Connections flow={connections} onGo={onGo} />
  return (
    <>
      <div {...part('head')}>
        <Heading hasFocus={props.isReplacing}>{t.title}</Heading>
        <p {...part('text', 'intro')}>{t.intro}</p>
      </div>
      <Addresses flow={addresses} user={props.user} onGo={onGo} />
      <Connections
        flow={connections}
        title={<h3 {...part('subheading')}>{t.connections}</h3>}
        onGo={onGo}
      />
    </>
  )
}
