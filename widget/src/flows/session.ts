import type { User } from '#protocol/objects.ts'
import { accountInfo } from '#protocol/web/login.ts'
import { logout } from '#protocol/web/session.ts'
import type { Client } from '../client/index.ts'
import { isRejection } from '../client/errors.ts'
import type { Instance } from '../instance.ts'
import { diagnose } from './form-action.ts'

/** Returns who is signed in, or undefined; the call also extends the session. */
export async function findSession(client: Client, signal?: AbortSignal): Promise<User | undefined> {
  try {
    return await client.send(accountInfo, {}, signal ? { signal } : {})
  } catch (error) {
    if (isRejection(error, 'session_expired')) return undefined
    throw error
  }
}

/** Ends the session of this browser; one that has ended already counts as done. */
export async function endSession(client: Client): Promise<void> {
  try {
    await client.send(logout, {})
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
  let user: User | undefined
  try {
    user = await findSession(instance.client(), instance.signal)
  } catch (error) {
    // The person has asked for nothing yet, so only the console says it.
    if (!instance.signal.aborted) await diagnose(instance, error)
    return
  }
  if (!instance.tellSession(user) || user === undefined) return
  const { name } = instance.$view.get()
  if ((name !== 'login' && name !== 'sign-up') || !arrival.isUntouched()) return
  if (continuesAtOnce(instance) && arrival.mayLeave()) await instance.succeed('session', user)
  else instance.go({ name: 'session', user, hadFocus: arrival.hasFocus() })
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
  if ((await findSession(instance.client(), instance.signal)) !== undefined) return true
  const { redirectUri } = instance.$settings.get()
  instance.report({
    reason: 'session',
    message:
      'the sign-in succeeded, but this browser keeps no session for this page; use view="hosted" with redirect-uri',
  })
  instance.go({ name: redirectUri === '' ? 'no-session' : 'hosted' })
  return false
}
