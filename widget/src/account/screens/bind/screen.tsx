import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import type { Account } from '../../../client/calls/account.ts'
import { createBindFlow, type BindFlow } from '../../flows/bind.ts'
import { createLinkedAccountsFlow, type LinkedAccountsFlow } from '../../flows/linked-accounts.ts'
import type { StartView } from '../../../base/settings.ts'
import { useMessages } from '../../../ui/frame.tsx'
import { Head } from '../../../ui/head.tsx'
import { partProps } from '../../../ui/part-props.ts'
import type { LazyProps } from '../../../ui/screen-props.ts'
import { AccountGate, AccountFrame, useFlow, useAccountStore } from '../account/gate.tsx'
import { Addresses } from './addresses.tsx'
import { LinkedAccounts } from './linked-accounts.tsx'

/** Addresses and linked accounts as a screen of its own. */
export function Bind({ instance, hasFocus }: LazyProps<'bind'>): ReactNode {
  const account = useAccountStore(instance)
  const addresses = useFlow(createBindFlow, instance, account)
  const connections = useFlow(createLinkedAccountsFlow, instance, account)
  const onGo = (name: StartView): void => instance.go({ name })
  return (
    <AccountFrame>
      <AccountGate
        account={account}
        title={useMessages().bind.title}
        hasFocus={hasFocus}
        onGo={onGo}
      >
        {(user) => <BindScreen {...{ addresses, connections, user, hasFocus, onGo }} />}
      </AccountGate>
    </AccountFrame>
  )
}

/** Shows the lists, or the one step in progress. */
export function BindScreen(props: {
  addresses: BindFlow
  connections: LinkedAccountsFlow
  user: Account
  hasFocus: boolean
  onGo: (view: StartView) => void
}): ReactNode {
  const { addresses, connections, onGo } = props
  const t = useMessages().bind
  const isListed = useStore(addresses.$step).at === 'list'
  const areListed = useStore(connections.$step).at === 'list'
  useEffect(() => void connections.load(), [connections])
  if (!isListed) return <Addresses flow={addresses} user={props.user} onGo={onGo} />
  if (!areListed) return <LinkedAccounts flow={connections} onGo={onGo} />
  return (
    <>
      <Head title={t.title} text={t.intro} hasFocus={props.hasFocus} />
      <Addresses flow={addresses} user={props.user} onGo={onGo} />
      <LinkedAccounts
        flow={connections}
        title={<h3 {...partProps('subheading')}>{t.connections}</h3>}
        onGo={onGo}
      />
    </>
  )
}
