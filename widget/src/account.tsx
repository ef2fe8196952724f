// Entry for pages of our own that put account screens into their sections.
import { useMemo, type ReactNode } from 'react'
import type { Language } from '#protocol/languages.ts'
import { openChallenge } from './base/challenge.ts'
import type { PassportFailure } from './base/events.ts'
import { createAccountStore, type AccountStore } from './account/flows/account-store.ts'
import { createInstance } from './base/create-instance.ts'
import type { Instance } from './base/instance.ts'
import { loadMessages } from './messages/load-messages.ts'
import { AccountFrame } from './account/screens/account/gate.tsx'
import { readSettings } from './base/settings.ts'
import { FrameProvider } from './ui/frame.tsx'
import { partProps } from './ui/part-props.ts'

export { createBindFlow } from './account/flows/bind.ts'
export {
  createAccountDeletionFlow,
  type AccountDeletionFlow,
} from './account/flows/account-deletion.ts'
export { createLinkedAccountsFlow } from './account/flows/linked-accounts.ts'
export type { PassportFailure } from './base/events.ts'
export type { AccountStore } from './account/flows/account-store.ts'
export { createAccountPasswordFlow } from './account/flows/account-password.ts'
export { withStepUp } from './account/flows/step-up.ts'
export { stepUpMethods } from './ui/flows/step-up-methods.ts'
export { createNamesFlow, createPictureFlow } from './account/flows/profile.ts'
export { createBackgroundFlow, createDetailsFlow } from './account/flows/profile-details.ts'
export type { Instance } from './base/instance.ts'
export type { TwoStepRequest } from './base/two-step-request.ts'
export { Addresses } from './account/screens/bind/addresses.tsx'
export { LinkedAccounts } from './account/screens/bind/linked-accounts.tsx'
export { AccountDeletionScreen } from './account/screens/account-deletion/screen.tsx'
export { AccountPasswordForm } from './account/screens/account-password/screen.tsx'
export { useFlow } from './account/screens/account/gate.tsx'
export { ActionNotice } from './account/screens/account/parts.tsx'
export { Background, Details } from './account/screens/profile/details.tsx'
export { Names } from './account/screens/profile/names.tsx'
export { Avatar, Picture } from './account/screens/profile/picture.tsx'
export { TwoStepScreen } from './ui/two-step/screen.tsx'
export { Logo } from './ui/logo.tsx'
export { partProps } from './ui/part-props.ts'

/** Settings and callbacks of such a page. */
export interface AccountPage {
  aid: number
  language: Language
  /** Origin of the account server; empty for the page's own. */
  server: string
  /** Prefix of the site's own pages. */
  pages: string
  /** Element whose theme a captcha follows. */
  place: HTMLElement
  /** Sends the calls; the browser's own if undefined. */
  fetch: typeof fetch | undefined
  /** Called when the person changed something about their account. */
  onChanged: () => void
  /** Called when a call failed; the screen shows it, too. */
  onFailure: (failure: PassportFailure) => void
}

/** Opens the signed-in person's account on a page of our own. */
export async function openAccount(
  page: AccountPage,
): Promise<{ instance: Instance; account: AccountStore }> {
  const { aid, language, server, pages, place, onChanged, onFailure } = page
  const { messages } = await loadMessages[language]()
  const { settings } = readSettings(
    { aid: String(aid), lang: language, server, pages },
    { server, language },
  )
  const instance = createInstance(
    {
      emit(name, detail) {
        // After scheduling the deletion there is nothing left to reload.
        const isOver = 'what' in detail && detail.what === 'account'
        if (name === 'passport-changed' && !isOver) onChanged()
        if ('reason' in detail) onFailure(detail)
        return true
      },
      navigate: (address) => location.assign(address),
      openChallenge: (...call) => openChallenge(place, ...call),
      requestedNext: () => '',
      requestedPrompt: () => false,
      requestedTicket: () => '',
      dropTicket: () => undefined,
      sealRoot: undefined,
      fetch: page.fetch,
    },
    { prefix: 'account', settings, messages },
  )
  return { instance, account: createAccountStore(instance) }
}

/** Frame for screens in a section of such a page; `name` prefixes their ids, `onDone` shows notices. */
export function AccountRoom(props: {
  instance: Instance
  name: string
  onDone: (text: string) => void
  children: ReactNode
}): ReactNode {
  const { instance, name, onDone } = props
  const frame = useMemo(
    () => ({
      prefix: `account-${name}`,
      messages: instance.$messages.get(),
      settings: instance.$settings.get(),
      returnQuery: '',
      level: 'h3' as const,
      onDone,
    }),
    [instance, name, onDone],
  )
  return (
    <FrameProvider frame={frame}>
      <div {...partProps('root')} lang={frame.messages.language}>
        <AccountFrame>{props.children}</AccountFrame>
      </div>
    </FrameProvider>
  )
}
