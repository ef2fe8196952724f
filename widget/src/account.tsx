// What pages of our own are made from that put screens about an account into sections of theirs.
import { useMemo, type ReactNode } from 'react'
import type { Language } from '#protocol/languages.ts'
import { openChallenge } from './challenge.ts'
import type { PassportFailure } from './events.ts'
import { createOwnAccount, type OwnAccount } from './flows/own-account.ts'
import { createInstance, type Instance } from './instance.ts'
import { loadMessages } from './messages/load-messages.ts'
import { OwnRoom } from './screens/own/gate.tsx'
import { readSettings } from './settings.ts'
import { FrameProvider } from './ui/frame.tsx'
import { part } from './ui/part.ts'

export { createBindFlow } from './flows/bind.ts'
export { createCloseFlow, type CloseFlow } from './flows/close-account.ts'
export { createConnectionsFlow } from './flows/connections.ts'
export type { PassportFailure } from './events.ts'
export type { OwnAccount } from './flows/own-account.ts'
export { createOwnPasswordFlow } from './flows/own-password.ts'
export { waysOf } from './flows/own-proof.ts'
export { createNamesFlow, createPictureFlow } from './flows/profile.ts'
export type { Instance, SecondRequest } from './instance.ts'
export { Addresses } from './screens/bind/addresses.tsx'
export { Connections } from './screens/bind/connections.tsx'
export { CloseAccountScreen } from './screens/close-account/screen.tsx'
export { OwnPasswordForm } from './screens/own-password/screen.tsx'
export { useFlow } from './screens/own/gate.tsx'
export { TaskNotice } from './screens/own/parts.tsx'
export { Names } from './screens/profile/names.tsx'
export { Picture } from './screens/profile/picture.tsx'
export { SecondVerifyScreen } from './screens/second-verify/screen.tsx'
export { part } from './ui/part.ts'

/** What a page of our own is told about itself. */
export interface AccountPage {
  aid: number
  language: Language
  /** Origin of the account server; empty for the page's own. */
  server: string
  /** Prefix of the site's own pages. */
  pages: string
  /** Whose look a captcha takes on. */
  place: HTMLElement
  /** The person changed something about their account. */
  onChanged: () => void
  /** A call failed; its screen says so beside what it is about. */
  onFailure: (failure: PassportFailure) => void
}

/** Opens the account of whoever is signed in on a page of our own. */
export async function openAccount(
  page: AccountPage,
): Promise<{ instance: Instance; account: OwnAccount }> {
  const { aid, language, server, pages, place, onChanged, onFailure } = page
  const { messages } = await loadMessages[language]()
  const { settings } = readSettings(
    { aid: String(aid), lang: language, server, pages },
    { server, language },
  )
  const instance = createInstance(
    {
      emit(name, detail) {
        // Whoever closed the account has nothing left to look at.
        const isOver = 'what' in detail && detail.what === 'account'
        if (name === 'passport-changed' && !isOver) onChanged()
        if ('reason' in detail) onFailure(detail)
        return true
      },
      navigate: (address) => location.assign(address),
      openChallenge: (...call) => openChallenge(place, ...call),
      requestedNext: () => '',
      requestedTicket: () => '',
      dropTicket: () => undefined,
      sealRoot: undefined,
    },
    { prefix: 'account', settings, messages },
  )
  return { instance, account: createOwnAccount(instance) }
}

/** A place for screens in a section of such a page; `name` begins their ids. */
export function AccountRoom(props: {
  instance: Instance
  name: string
  children: ReactNode
}): ReactNode {
  const { instance, name } = props
  const frame = useMemo(
    () => ({
      prefix: `account-${name}`,
      messages: instance.$messages.get(),
      settings: instance.$settings.get(),
      returnQuery: '',
      level: 'h3' as const,
    }),
    [instance, name],
  )
  return (
    <FrameProvider frame={frame}>
      <div {...part('root')} lang={frame.messages.language}>
        <OwnRoom>{props.children}</OwnRoom>
      </div>
    </FrameProvider>
  )
}
