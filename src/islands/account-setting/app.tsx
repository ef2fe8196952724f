import { useStore } from '@nanostores/react'
import { useEffect, type ReactElement } from 'react'
import { pathIn } from '../../lib/languages.ts'
import { keepMe, watchOtherTabs } from '../../scripts/me.ts'
import { About } from './about.tsx'
import { Addresses } from './addresses.tsx'
import { Close, CloseSteps, useClosing } from './close.tsx'
import { LinkedAccounts } from './connections.tsx'
import { useAccountPage } from './context.ts'
import { Data } from './data.tsx'
import { Events } from './events.tsx'
import { Identity } from './identity.tsx'
import { Navigation } from './navigation.tsx'
import { ActingNotice, Organizations } from './organizations.tsx'
import { Password } from './password.tsx'
import { Profile } from './profile.tsx'
import { Clients } from './clients.tsx'
import { TwoStepDialog } from './two-step-dialog.tsx'
import { TwoStepMethods } from './two-step-methods.tsx'
import { Sessions } from './sessions.tsx'
import { Skeleton } from './skeleton.tsx'
import { RetryButton } from '../shared/retry-button.tsx'
import { SignedOut } from '../shared/signed-out.tsx'
import { StatePanel } from '../shared/state-panel.tsx'

/** The account page in the state that the account is in. */
export function AccountSetting(): ReactElement {
  const { account, messages } = useAccountPage()
  const state = useStore(account.$state)
  const closing = useClosing()
  const { isClosed } = closing
  useEffect(() => {
    if (!isClosed) return
    keepMe(undefined)
    // The header must no longer offer the account.
    document.dispatchEvent(new Event('session-change'))
  }, [isClosed])
  const isOut = state.step === 'signed-out'
  useEffect(() => {
    // Another tab may have signed in again, or somebody else, whose account this page must not change.
    const look = (): void => {
      if (document.visibilityState === 'visible') void account.checkSession()
    }
    document.addEventListener('visibilitychange', look)
    const unwatch = watchOtherTabs(() => void account.checkSession())
    return () => {
      document.removeEventListener('visibilitychange', look)
      unwatch()
    }
  }, [account])
  // Scheduling the deletion ends the session, so do not ask to sign in again.
  if (isClosed) {
    return (
      <section className="state-panel">
        <CloseSteps flow={closing.flow} />
      </section>
    )
  }

  if (state.step === 'loading') return <Skeleton messages={messages} />
  if (state.step === 'failed') {
    return (
      <StatePanel messages={{ title: messages.failed.title, text: state.formError.text }}>
        <RetryButton
          className="button"
          label={messages.failed.button}
          onRetry={() => void account.retry()}
        />
      </StatePanel>
    )
  }
  const { user } = state
  if (user === undefined) return <SignedOutPage />
  return (
    <>
      {isOut && <SignedOutPage />}
      {/* Typed text stays until the same person signs in again; the key drops it for anybody else. */}
      <div key={user.accountId} inert={isOut} className={isOut ? 'is-out' : undefined}>
        <ActingNotice />
        <Identity user={user} />
        <div className="account-layout">
          <Navigation messages={messages} />
          <div>
            <Profile user={user} />
            <About user={user} />
            <Addresses user={user} />
            <Password user={user} />
            <LinkedAccounts />
            <Clients />
            <TwoStepMethods user={user} />
            <Sessions />
            <Organizations />
            <Events />
            <Data />
            <Close flow={closing.flow} />
          </div>
        </div>
      </div>
      <TwoStepDialog />
    </>
  )
}

function SignedOutPage(): ReactElement {
  const { lang, messages } = useAccountPage()
  return (
    <SignedOut messages={messages.signedOut} lang={lang} next={pathIn(lang, '/account-setting')} />
  )
}
