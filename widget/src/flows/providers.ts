import { accountInfo } from '#protocol/web/login.ts'
import type { PlatformName } from '#protocol/platforms.ts'
import { listPlatforms } from '#protocol/web/third-party.ts'
import { PassportError } from '../client/errors.ts'
import type { Instance } from '../instance.ts'

/** A third party that both the page and the server offer. */
export interface ProviderChoice {
  name: PlatformName
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
const POLL_MS = 500
/** Windows may seem closed while they are on another site. */
const GRACE_MS = 1500

/** Asks which third parties the server offers, of those the page wants. */
export async function createProvidersFlow(instance: Instance): Promise<ProvidersFlow> {
  const settings = instance.$settings.get()
  const { list } = await instance.client().send(listPlatforms, {}, { signal: instance.signal })
  const offered = settings.providers.flatMap((name) => {
    const found = list.find(({ platform }) => platform === name)
    return found === undefined ? [] : [{ name, title: found.name, href: hrefOf(instance, name) }]
  })
  return {
    offered,
    open({ href }) {
      const opened = window.open(
        `${href}&opener_origin=${encodeURIComponent(location.origin)}`,
        MESSAGE,
        'popup,width=520,height=720',
      )
      if (opened === null) return false
      void waitFor(instance, opened)
      return true
    },
  }
}

function hrefOf(instance: Instance, platform: string): string {
  const { aid, language, server } = instance.$settings.get()
  // Who stays on the page comes back to it.
  const next = new URL(instance.destination() || location.href, document.baseURI)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(next.hostname)
  const query = new URLSearchParams({
    aid: String(aid),
    language,
    platform,
    next: next.href,
    is_local_host: isLocal ? '1' : '0',
  })
  return `${server}/passport/web/web_login/?${query}`
}

async function waitFor(instance: Instance, opened: Window): Promise<void> {
  await endOf(instance, opened)
  if (instance.signal.aborted) return
  try {
    const user = await instance.client().send(accountInfo, {}, { signal: instance.signal })
    instance.succeed(user.new_user === 1 ? 'sign-up' : 'sign-in', user)
  } catch (error) {
    // The window was closed, or the sign-in failed there and said so there.
    const isOut = error instanceof PassportError && error.name === 'session_expired'
    if (!isOut && !instance.signal.aborted) {
      instance.report({ reason: 'internal', message: String(error) })
    }
  }
}

// The message says nothing but that it is over; who is signed in, the server says.
function endOf({ $settings, signal }: Instance, opened: Window): Promise<void> {
  return new Promise((resolve) => {
    const { server } = $settings.get()
    const origin = new URL(server || location.origin, location.href).origin
    const channel = new BroadcastChannel(MESSAGE)
    let closedAt: number | undefined
    const hear = ({ origin: from, data }: MessageEvent<unknown>): void => {
      if (from === origin && isDone(data)) end()
    }
    const poll = setInterval(() => {
      closedAt = opened.closed ? (closedAt ?? Date.now()) : undefined
      if (closedAt !== undefined && Date.now() - closedAt >= GRACE_MS) end()
    }, POLL_MS)
    function end(): void {
      clearInterval(poll)
      channel.close()
      removeEventListener('message', hear)
      resolve()
    }
    channel.addEventListener('message', hear)
    addEventListener('message', hear)
    signal.addEventListener('abort', end, { once: true })
  })
}

function isDone(data: unknown): boolean {
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    data.type === MESSAGE &&
    'isDone' in data &&
    data.isDone === true
  )
}
