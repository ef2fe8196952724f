import type { ReactElement } from 'react'
import type { Account } from '../../../widget/src/client/calls/account.ts'
import { Addresses as AddressSteps, createBindFlow, useFlow } from '../../../widget/src/account.tsx'
import { useAccountPage } from './context.ts'
import { ScreenFrame } from './screen-frame.tsx'
import { Section } from './section.tsx'

/** Adds, replaces and removes e-mail address and mobile number. */
export function Addresses({ user }: { user: Account }): ReactElement {
  const { instance, account, messages } = useAccountPage()
  const flow = useFlow(createBindFlow, instance, account)
  return (
    <Section name="addresses" title={messages.addresses.title} text={messages.addresses.text}>
      <ScreenFrame name="addresses">
        <AddressSteps flow={flow} user={user} onGo={(name) => instance.go({ name })} />
      </ScreenFrame>
    </Section>
  )
}
