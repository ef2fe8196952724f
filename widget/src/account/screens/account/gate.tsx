import { useStore } from '@nanostores/react'
import { useEffect, useMemo, type ReactNode } from 'react'
import type { Account } from '../../../client/calls/account.ts'
import { createAccountStore, type AccountStore } from '../../flows/account-store.ts'
import type { Instance } from '../../../base/instance.ts'
import type { StartView } from '../../../base/settings.ts'
import accountCss from '../../../styles/account.css'
import logoCss from '../../../styles/logo.css'
import smallPartsCss from '../../../styles/small-parts.css'
import { lateSheet } from '../../../base/adopt.ts'
import { useFrame, useMessages } from '../../../ui/frame.tsx'
import { Heading } from '../../../ui/heading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ActionButton } from '../../../ui/button.tsx'
import { partProps } from '../../../ui/part-props.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { FormErrorText } from '../../../ui/form-error-notice.tsx'

const adoptAccount = lateSheet(smallPartsCss + logoCss + accountCss)

/** Returns the account of an element, fetched on mount. */
export function useAccountStore(instance: Instance): AccountStore {
  const account = useMemo(() => createAccountStore(instance), [instance])
  useEffect(() => void account.load(), [account])
  return account
}

/** Returns a flow that is disposed on unmount; `create` must be stable. */
export function useFlow<Flow extends { dispose(): void }>(
  create: (instance: Instance, account: AccountStore) => Flow,
  instance: Instance,
  account: AccountStore,
): Flow {
  const flow = useMemo(() => create(instance, account), [create, instance, account])
  useEffect(() => () => flow.dispose(), [flow])
  return flow
}

/** Wrapper of account screens, with their styles. */
export function AccountFrame(props: { children: ReactNode }): ReactNode {
  return (
    <div
      {...partProps('own')}
      // At every render, since the element may have moved to another root.
      ref={(room) => adoptAccount(room)}
    >
      {props.children}
    </div>
  )
}

/** Shows a screen once the account is loaded, else its loading state. */
export function AccountGate(props: {
  account: AccountStore
  /** Title of the screen to come. */
  title: string
  hasFocus: boolean
  onGo: (view: StartView) => void
  children: (user: Account) => ReactNode
}): ReactNode {
  const { account, title, hasFocus } = props
  const { messages } = useFrame()
  const state = useStore(account.$state)
  const t = useMessages().own
  if (state.step === 'ready') return props.children(state.user)
  return (
    <>
      <div {...partProps('head')}>
        <Heading hasFocus={hasFocus || state.step === 'signed-out'}>
          {state.step === 'signed-out' ? t.signedOut : title}
        </Heading>
        {state.step === 'signed-out' && <p {...partProps('text', 'intro')}>{t.signedOutText}</p>}
        <Notice
          error={
            state.step === 'failed' && (
              <>
                <p {...partProps('text')}>
                  <strong>{t.failed}</strong>
                </p>
                <FormErrorText formError={state.formError} />
              </>
            )
          }
        />
      </div>
      {state.step === 'loading' && <Skeleton label={t.loading} />}
      {state.step === 'signed-out' && <SignInButton onGo={props.onGo} />}
      {state.step === 'failed' && (
        <ActionButton onClick={() => void account.retry()}>{messages.common.tryAgain}</ActionButton>
      )}
    </>
  )
}

/** Leads to the sign-in and back here. */
export function SignInButton(props: {
  onGo: (view: StartView) => void
  /** Label; by default the general one. */
  children?: ReactNode
}): ReactNode {
  const { settings, messages } = useFrame()
  const signIn = props.children ?? messages.common.signIn
  if (settings.pages === undefined) {
    return <ActionButton onClick={() => props.onGo('login')}>{signIn}</ActionButton>
  }
  const query = new URLSearchParams({ next: location.pathname + location.search })
  return (
    <a {...partProps('button', 'button-link')} href={`${settings.pages}/login?${query}`}>
      {signIn}
    </a>
  )
}
