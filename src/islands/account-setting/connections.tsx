import { useStore } from '@nanostores/react'
import { useEffect, type ReactElement } from 'react'
import {
  Connections as ConnectionList,
  createConnectionsFlow,
  useFlow,
} from '../../../widget/src/account.tsx'
import { useAccountPage } from './context.ts'
import { Room } from './room.tsx'
import { Section } from './section.tsx'

/** Accounts elsewhere that open this one; nothing where the operator has set none up. */
export function Connections(): ReactElement | null {
  const { instance, account, words } = useAccountPage()
  const flow = useFlow(createConnectionsFlow, instance, account)
  const isEmpty = useStore(flow.$rows)?.length === 0
  useEffect(() => void flow.load(), [flow])
  if (isEmpty) return null
  return (
    <Section title={words.connections.title} text={words.connections.text}>
      <Room name="connections">
        <ConnectionList flow={flow} onGo={(name) => instance.go({ name })} />
      </Room>
    </Section>
  )
}
