import { accountInfo } from '#protocol/web/login.ts'
import { knownProviders, type OAuthAction, type ProviderName } from '#protocol/providers.ts'
import { listPlatforms } from '#protocol/web/providers.ts'
import { NetworkError, PassportError } from '../client/errors.ts'
import type { Instance } from '../instance.ts'
import { endOfPopup, openPopup, type Said } from './popup.ts'

/** A third party that both the page and the server offer. */
export interface ProviderChoice {
  name: ProviderName
  title: string
  /** Address that leads there and back. */
  href: string
}

/** Signing in with accounts elsewhere. */
export interface ProvidersFlow {
  readonly offered: readonly ProviderChoice[]
  /** Opens a window in place of the page itself; false where the browser allows none. */
  open(choice: ProviderChoice): boolean
}

/** What the page in the window sends when it has finished. */
const MESSAGE = 'passport-third-party'

/** Asks which third parties the server offers, of those the page wants. */
export async function createProvidersFlow(instance: Instance): Promise<ProvidersFlow> {
  const settings = instance.$settings.get()
  const { list } = await instance.client().send(listPlatforms, {}, { signal: instance.signal })
  const offered = settings.providers.flatMap((name) => {
    const found = list.find(({ platform }) => platform === name)
    return found === undefined ? [] : [{ name, title: found.name, href: startOf(instance, name) }]
  })
  return makeFlow(instance, offered)
}

/** All third parties that the page wants, for a page that knows what the server offers. */
export function wantedProviders(instance: Instance, destination: string): ProvidersFlow {
  const { providers, oidcTitle } = instance.$settings.get()
  const offered = providers.map((name) => ({
    name,
    title: (name === 'oidc' && oidcTitle) || knownProviders[name].title,
    href: startOf(instance, name, { destination }),
  }))
  return makeFlow(instance, offered)
}

function makeFlow(instance: Instance, offered: readonly ProviderChoice[]): ProvidersFlow {
  return {
    offered,
    open({ href }) {
      const end = openWindow(instance, href)
      if (end === undefined) return false
      void waitFor(instance, end)
      return true
    },
  }
}

/** Opens a window that leads to a third party; resolves with what it said when it is over, if anything. */
export function openWindow(
  instance: Instance,
  href: string,
): Promise<Said['data'] | undefined> | undefined {
  const opened = openPopup(`${href}&opener_origin=${encodeURIComponent(self.origin)}`, MESSAGE)
  if (opened === undefined) return undefined
  const { $settings, signal } = instance
  const { origin } = new URL($settings.get().server || self.origin, document.baseURI)
  const popup = { window: opened, origin, type: MESSAGE, signal }
  // The message says that it is over and what was proved; who is signed in, the server says.
  return endOfPopup(popup, ({ isDone }) => isDone === true).then((said) => said?.data)
}

/** Address that leads to a third party and back. */
export function startOf(
  instance: Instance,
  platform: ProviderName,
  {
    action = 'login',
    scene,
    destination = instance.destination(),
  }: { action?: OAuthAction; scene?: string; destination?: string } = {},
): string {
  const { aid, language, server, pages } = instance.$settings.get()
  // Our server knows where our own paths lead; a page of somebody else is named in full.
  const isOwnPath = pages !== undefined && destination.startsWith('/')
  const query = new URLSearchParams({
    aid: String(aid),
    language,
    platform,
    platform_app_id: String(knownProviders[platform].appId),
    ...(isOwnPath ? { next: destination } : fullAddress(destination)),
    action,
    ...(scene === undefined ? {} : { scene }),
  })
  return `${server}/passport/web/web_login/?${query}`
}

function fullAddress(destination: string): { next: string; is_local_host: string } {
  // Who stays on the page comes back to it.
  const { href, hostname } = new URL(destination || location.href, document.baseURI)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return { next: href, is_local_host: isLocal ? '1' : '0' }
}

async function waitFor(instance: Instance, end: Promise<unknown>): Promise<void> {
  await end
  if (instance.signal.aborted) return
  try {
    const ask = () => instance.client().send(accountInfo, {}, { signal: instance.signal })
    // Nobody is there to press again, and it only asks: one answer that was lost costs nothing.
    const user = await ask().catch((error: unknown) => {
      if (error instanceof NetworkError) return ask()
      throw error
    })
    await instance.succeed(user.new_user === 1 ? 'sign-up' : 'sign-in', user)
  } catch (error) {
    // The window was closed, or the sign-in failed there and said so there.
    const isOut = error instanceof PassportError && error.name === 'session_expired'
    if (!isOut && !instance.signal.aborted) {
      instance.report({ reason: 'internal', message: String(error) })
    }
  }
}
