import type { ReactElement } from 'react'
import type { User } from '#protocol/objects.ts'
import { Addresses as AddressSteps, createBindFlow, useFlow } from '../../../widget/src/account.tsx'
import { useAccountPage } from './context.ts'
import { Room } from './room.tsx'
import { Section } from './section.tsx'

/** Adds, replaces and removes e-mail address and mobile number. */
export function Addresses({ user }: { user: User }): ReactElement {
  const { instance, account, words } = useAccountPage()
  const flow = useFlow(createBindFlow, instance, account)
  return (
    <Section name="addresses" title={words.addresses.title} text={words.addresses.text}>
      <Room name="addresses">
        <AddressSteps flow={flow} user={user} onGo={(name) => instance.go({ name })} />
      </Room>
    </Section>
  )
}
