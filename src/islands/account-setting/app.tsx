import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { pathIn } from '../../lib/languages.ts'
import { Addresses } from './addresses.tsx'
import { Close, CloseSteps, useClosing } from './close.tsx'
import { LinkedAccounts } from './connections.tsx'
import { useAccountPage } from './context.ts'
import { Events } from './events.tsx'
import { Identity } from './identity.tsx'
import { Navigation } from './navigation.tsx'
import { Password } from './password.tsx'
import { Profile } from './profile.tsx'
import { SecondDialog } from './second-dialog.tsx'
import { SecondWays } from './second-ways.tsx'
import { Sessions } from './sessions.tsx'
import { Skeleton } from './skeleton.tsx'
import { RetryButton } from '../shared/retry-button.tsx'
import { SignedOut } from '../shared/signed-out.tsx'
import { StatePanel } from '../shared/state-panel.tsx'

/** The account page: one of its states. */
export function AccountSetting(): ReactElement {
  const { account, lang, words } = useAccountPage()
  const state = useStore(account.$state)
  const closing = useClosing()
  // Closing the account ends the session, which is no reason to ask for another.
  if (closing.isClosed) {
    return (
      <section className="state-panel">
        <CloseSteps flow={closing.flow} />
      </section>
    )
  }

  switch (state.step) {
    case 'loading':
      return <Skeleton words={words} />
    case 'signed-out':
      return (
        <SignedOut words={words.signedOut} lang={lang} next={pathIn(lang, '/account-setting')} />
      )
    case 'failed':
      return (
        <StatePanel words={{ title: words.failed.title, text: state.formError.text }}>
          <RetryButton
            className="button"
            label={words.failed.button}
            onRetry={() => void account.retry()}
          />
        </StatePanel>
      )
    case 'ready':
      return (
        <>
          <Identity user={state.user} />
          <div className="account-layout">
            <Navigation words={words} />
            <div>
              <Profile user={state.user} />
              <Addresses user={state.user} />
              <Password user={state.user} />
              <LinkedAccounts />
              <SecondWays user={state.user} />
              <Sessions />
              <Events />
              <Close flow={closing.flow} />
            </div>
          </div>
          <SecondDialog />
        </>
      )
  }
}
