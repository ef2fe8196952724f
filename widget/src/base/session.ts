import type { User } from '#protocol/objects.ts'
import { accountInfo } from '#protocol/web/login.ts'
import { logout } from '#protocol/web/session.ts'
import { toPerson } from '../client/calls/person.ts'
import type { Client, SendOptions } from '../client/index.ts'
import { isRejection } from '../client/errors.ts'
import type { Instance } from './instance.ts'
import { diagnose } from './report-failure.ts'

/**
 * Returns who is signed in, or undefined; the call also extends the session. Our own pages, of which
 * `pages` is the address, show addresses unmasked.
 */
export async function findSession(
  client: Client,
  pages?: string,
  options?: SendOptions,
): Promise<User | undefined> {
  try {
    const fields = pages === undefined ? {} : { get_info_type: 2 }
    return await client.send(accountInfo, fields, options)
  } catch (error) {
    if (isRejection(error, 'session_expired')) return undefined
    throw error
  }
}

/** Ends the session of this browser; one that has ended already counts as done. */
export async function endSession(client: Client): Promise<void> {
  try {
    // A page may remove the element at once.
    await client.send(logout, {}, { signal: undefined })
  } catch (error) {
    if (!isRejection(error, 'session_expired')) throw error
  }
}

export interface Arrival {
  /** Whether the form is still as it was drawn. */
  isUntouched(): boolean
  hasFocus(): boolean
  /** False after a redirect with the same session that came straight back. */
  mayLeave(): boolean
}

/** Emits who is signed in when the page is loaded, and continues with that session. */
export async function resumeSession(instance: Instance, arrival: Arrival): Promise<void> {
  const client = instance.client()
  let user: User | undefined
  try {
    user = await findSession(client, instance.$settings.get().pages)
  } catch (error) {
    if (client === instance.client()) {
      // The person has asked for nothing yet, so only the console says it.
      if (!instance.signal.aborted) await diagnose(instance, error)
      return
    }
  }
  // The page has changed attributes meanwhile, perhaps that of the server.
  if (client !== instance.client()) return await resumeSession(instance, arrival)
  if (!instance.tellSession(user) || user === undefined) return
  const { name } = instance.$view.get()
  if ((name !== 'login' && name !== 'sign-up') || !arrival.isUntouched()) return
  if (instance.asksAnew()) return
  if (continuesAtOnce(instance) && arrival.mayLeave())
    await instance.succeed(user, { isKnown: true })
  else instance.go({ name: 'session', user, person: toPerson(user), hadFocus: arrival.hasFocus() })
}

/** Continues with the session that a screen shows, or shows whose it is by now. */
export async function continueSession(instance: Instance, shown: User): Promise<void> {
  const { pages } = instance.$settings.get()
  // Without an answer, what comes next needs the server too, and says what failed.
  const user = await findSession(instance.client(), pages).catch(() => shown)
  if (user === undefined) instance.go({ name: 'login' })
  else if (user.sec_user_id === shown.sec_user_id) await instance.succeed(user, { isKnown: true })
  // Somebody else has signed in meanwhile, in another window.
  else instance.go({ name: 'session', user, person: toPerson(user), hadFocus: true })
}

// Pages of the account server always have a destination; only one in the address counts here.
function continuesAtOnce(instance: Instance): boolean {
  const { isDialog, pages } = instance.$settings.get()
  const isWaitedFor =
    pages === undefined ? instance.hasDestination() : instance.returnQuery() !== ''
  return isWaitedFor && !isDialog && !instance.asksFirst()
}

/** Returns whether the browser kept the session cookie; where it refused, another screen opens. */
export async function requireKeptSession(instance: Instance): Promise<boolean> {
  if ((await findSession(instance.client())) !== undefined) return true
  const { redirectUri } = instance.$settings.get()
  instance.report({
    reason: 'session',
    message:
      'the sign-in succeeded, but this browser keeps no session for this page; use view="hosted" with redirect-uri',
  })
  instance.go({ name: redirectUri === '' ? 'no-session' : 'hosted' })
  return false
}
