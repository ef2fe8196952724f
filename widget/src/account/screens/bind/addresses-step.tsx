import { useStore } from '@nanostores/react'
import { useEffect, useMemo, type ReactNode } from 'react'
import { lateSheet } from '../../../base/adopt.ts'
import type { StartView } from '../../../base/settings.ts'
import accountCss from '../../../styles/account.css'
import smallPartsCss from '../../../styles/small-parts.css'
import { useMessages } from '../../../ui/frame.tsx'
import { Head } from '../../../ui/head.tsx'
import { partProps } from '../../../ui/part-props.ts'
import type { LazyProps } from '../../../ui/screen-props.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { createAccountStore, type AccountState } from '../../flows/account-store.ts'
import { createBindFlow, type BindFlow } from '../../flows/bind.ts'
import { LoadingFailed, SignInButton } from '../account/parts.tsx'
import { Addresses } from './addresses.tsx'

const adoptAccount = lateSheet(smallPartsCss + accountCss)

/** Step of signing in that confirms or adds an address. */
export function AddressesStep({ instance, hasFocus }: LazyProps<'addresses'>): ReactNode {
  const account = useMemo(() => createAccountStore(instance), [instance])
  const flow = useMemo(() => createBindFlow({ instance, account }), [instance, account])
  const state = useStore(account.$state)
  useEffect(() => {
    void account.load()
    return () => flow.dispose()
  }, [account, flow])
  return (
    // At every render, since the element may have moved to another root.
    <div {...partProps('own')} ref={(node) => adoptAccount(node)}>
      <AddressesStepScreen
        flow={flow}
        state={state}
        hasFocus={hasFocus}
        onGo={(name) => instance.go({ name })}
        onRetry={() => void account.retry()}
      />
    </div>
  )
}

/** The step for one flow, apart for the gallery. */
export function AddressesStepScreen(props: {
  flow: BindFlow
  state: AccountState
  hasFocus: boolean
  onGo: (view: StartView) => void
  onRetry: () => void
}): ReactNode {
  const { flow, state, hasFocus, onGo } = props
  const { bind, own } = useMessages()
  const isListed = useStore(flow.$step).at === 'list'
  switch (state.step) {
    case 'loading':
      return (
        <>
          <Head title={bind.title} hasFocus={hasFocus} />
          <Skeleton label={own.loading} />
        </>
      )
    case 'failed':
      return (
        <>
          <Head title={bind.title} hasFocus={hasFocus} />
          <LoadingFailed formError={state.formError} onRetry={props.onRetry} />
        </>
      )
    case 'signed-out':
      return (
        <>
          <Head title={own.signedOut} text={own.signedOutText} />
          <SignInButton onGo={onGo} />
        </>
      )
    case 'ready':
      return (
        <>
          {isListed && <Head title={bind.title} text={bind.intro} hasFocus={hasFocus} />}
          <Addresses flow={flow} user={state.user} onGo={onGo} />
        </>
      )
  }
}
