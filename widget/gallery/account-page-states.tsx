import type { ReactNode } from 'react'
import { createInstance } from '../src/base/create-instance.ts'
import { readSettings } from '../src/base/settings.ts'
import { createAccountRoom } from '../src/account/flows/account-room.ts'
import type { AccountState } from '../src/account/flows/account-store.ts'
import { shownPages } from '../src/account/flows/sections.ts'
import { Account } from '../src/account/screens/account.tsx'
import { FreshCodes } from '../src/account/screens/recovery-codes.tsx'
import { RoomProvider } from '../src/account/screens/room.tsx'
import type { AccountMessages } from '../src/messages/account-messages.ts'
import type { Messages } from '../src/messages/messages.ts'
import { each, nothing } from './fixtures.tsx'
import { accountStates, fixtureAccount } from './states/account.ts'
import { accountPageStates, type AccountPageFixture } from './states/account-pages.ts'

const freshCodes = Array.from('0123456789', (digit) => `${digit}A2B4C6D8E0F1G3H`)

/** Every state of the pages of `<passport-account>`. */
export function allAccountPageStates(
  messages: Messages,
  t: AccountMessages,
): Record<string, ReactNode> {
  const { settings } = readSettings(
    { aid: '1', lang: messages.language, server: '' },
    { server: '', language: messages.language },
  )
  const pages = shownPages(undefined, {})

  function show(
    { page, client }: AccountPageFixture,
    state: AccountState,
    children: ReactNode = <Account pages={pages} path="/account" />,
  ): ReactNode {
    const made = createInstance(
      {
        emit: () => true,
        navigate: nothing,
        openChallenge: () => Promise.reject(new Error('no challenge here')),
        requestedNext: () => '',
        requestedPrompt: () => '',
        requestedTicket: () => '',
        dropTicket: nothing,
        sealRoot: undefined,
      },
      { prefix: 'gallery', settings, messages },
    )
    const instance = { ...made, client: () => client }
    const room = {
      ...createAccountRoom(instance, () => true, { page, section: undefined }),
      account: fixtureAccount(state),
    }
    const context = { room, t, consolePage: '/organization', signInPage: '/login' }
    return (
      <RoomProvider value={context}>
        <div className="pl-root pl-root-account" lang={messages.language}>
          {children}
        </div>
      </RoomProvider>
    )
  }

  return {
    ...each(accountStates(messages), (state) => show(accountPageStates.profile, state)),
    ...each(accountPageStates, (fixture) => show(fixture, { step: 'ready', user: fixture.user })),
    'recovery codes, new': show(
      accountPageStates.security,
      { step: 'ready', user: accountPageStates.security.user },
      <FreshCodes codes={freshCodes} onSaved={nothing} />,
    ),
  }
}
