import { accountInfo } from '#protocol/web/login.ts'
import { knownProviders, type OAuthAction, type ProviderName } from '#protocol/providers.ts'
import { listProviders, providerAddress } from '../../client/calls/providers.ts'
import { NetworkError, isRejection } from '../../client/errors.ts'
import type { Instance } from '../../base/instance.ts'
import { endOfPopup, openPopup, type PopupMessage } from './popup.ts'

/** A provider that both the page and the server offer. */
export interface ProviderChoice {
  name: ProviderName
  title: string
  /** Address that starts the sign-in there. */
  href: string
}

/** Type of the message that the page in the window sends at the end. */
const MESSAGE = 'passport-third-party'

/** Fetches which of the page's providers the server offers. */
export async function createProvidersFlow(instance: Instance): Promise<ProvidersFlow> {
  const settings = instance.$settings.get()
  const list = await listProviders(instance.client().send)
  const offered = settings.providers.flatMap((name) => {
    const found = list.find(({ provider }) => provider === name)
    return found === undefined ? [] : [{ name, title: found.title, href: startOf(instance, name) }]
  })
  return makeFlow(instance, offered)
}

/** Returns all providers of the page, for a page that knows what the server offers. */
export function wantedProviders(instance: Instance, destination: string): ProvidersFlow {
  const { providers, oidcTitle } = instance.$settings.get()
  const offered = providers.map((name) => ({
    name,
    title: (name === 'oidc' && oidcTitle) || knownProviders[name].title,
    href: startOf(instance, name, { destination }),
  }))
  return makeFlow(instance, offered)
}

/** Signs in with an account at a provider. */
export type ProvidersFlow = ReturnType<typeof makeFlow>

function makeFlow(instance: Instance, offered: readonly ProviderChoice[]) {
  return {
    offered,
    /** Opens a window for the provider; false where the browser blocks it. */
    open({ href }: ProviderChoice) {
      const end = openWindow(instance, href)
      if (end === undefined) return false
      void waitFor(instance, end)
      return true
    },
  }
}

/** Opens a window for a provider; resolves with its last message, or undefined. */
export function openWindow(
  instance: Instance,
  href: string,
): Promise<PopupMessage['data'] | undefined> | undefined {
  const opened = openPopup(`${href}&opener_origin=${encodeURIComponent(self.origin)}`, MESSAGE)
  if (opened === undefined) return undefined
  const { $settings, signal } = instance
  const { origin } = new URL($settings.get().server || self.origin, document.baseURI)
  const popup = { window: opened, origin, type: MESSAGE, signal }
  // The message holds the end and a ticket; who is signed in, only the server says.
  return endOfPopup(popup, ({ isDone }) => isDone === true).then((said) => said?.data)
}

/** Returns the address that leads to a provider and back. */
export function startOf(
  instance: Instance,
  provider: ProviderName,
  {
    action = 'login',
    scene,
    destination = instance.destination(),
  }: { action?: OAuthAction; scene?: string; destination?: string } = {},
): string {
  const settings = instance.$settings.get()
  // Pages of the account server are named by path, embedding pages by their whole address.
  const isOwnPath = settings.pages !== undefined && destination.startsWith('/')
  // The site's build renders this, too, and a path needs no plain http.
  const next = isOwnPath ? destination : fullAddress(destination)
  return providerAddress(settings, { provider, action, scene, next })
}

function fullAddress(destination: string): string {
  // Without a destination people come back to this page.
  return new URL(destination || location.href, document.baseURI).href
}

async function waitFor(instance: Instance, end: Promise<unknown>): Promise<void> {
  await end
  if (instance.signal.aborted) return
  try {
    const ask = () => instance.client().send(accountInfo, {})
    // The call changes nothing, so it can be repeated when its reply was lost.
    const user = await ask().catch((error: unknown) => {
      if (error instanceof NetworkError) return ask()
      throw error
    })
    await instance.succeed(user)
  } catch (error) {
    // The window was closed, or the sign-in failed and the window said so.
    const isOut = isRejection(error, 'session_expired')
    if (!isOut && !instance.signal.aborted) {
      instance.report({ reason: 'internal', message: String(error) })
    }
  }
}
