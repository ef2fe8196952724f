import { hostCode } from '#protocol/web/hosted-sign-in.ts'
import type { User } from '#protocol/objects.ts'
import { toPerson } from '../client/calls/person.ts'
import { withLevel } from '../client/calls/level.ts'
import { isRejection } from '../client/errors.ts'
import type { Instance } from './instance.ts'
import type { AttributeError } from './settings.ts'
import { reportFailure } from './report-failure.ts'

/** Returns whether the attributes for an exchange code can be used; reports and logs one that cannot. */
export function checkExchangeAttributes(instance: Instance): boolean {
  const error = exchangeError(instance)
  if (error === undefined) return true
  instance.report({ reason: 'attribute', ...error })
  import('./attribute-warnings.ts').then(
    ({ warnOfAttributes }) => warnOfAttributes([error], []),
    // Advice is never worth disturbing the page.
    () => undefined,
  )
  return false
}

function exchangeError(instance: Instance): AttributeError | undefined {
  const { redirectUri, codeChallenge } = instance.$settings.get()
  const url = URL.parse(redirectUri)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    return {
      attribute: 'redirect-uri',
      value: redirectUri,
      message: 'write the whole address that is registered for the application',
    }
  }
  if (!/^[\w-]{43}$/.test(codeChallenge)) {
    return {
      attribute: 'code-challenge',
      value: codeChallenge,
      message: 'write the SHA-256 of the code verifier, in base64url without padding',
    }
  }
  return undefined
}

/**
 * Gets an exchange code after a sign-in in this page. Where the browser refused the session cookie, or more
 * must be proved, hosted sign-in takes over; after any other failure the person can continue again.
 */
export async function sendExchangeCode(
  instance: Instance,
  user: User,
  stay: () => void,
): Promise<void> {
  if (!checkExchangeAttributes(instance)) {
    stay()
    return
  }
  const { redirectUri, state, codeChallenge } = instance.$settings.get()
  try {
    const { send } = instance.client()
    const request = { redirect_uri: redirectUri, state, code_challenge: codeChallenge }
    const reply = await withLevel(send, () => send(hostCode, request))
    const { code, iss, redirect_url: redirectUrl } = reply
    if (!instance.authorize({ code, state, iss, redirectUrl })) stay()
  } catch (error) {
    if (instance.signal.aborted) return
    if (isRejection(error, 'session_expired', 'ticket_expired', 'level_unreachable')) {
      instance.go({ name: 'hosted' })
    } else {
      reportFailure(instance, error)
      instance.go({ name: 'session', user, person: toPerson(user), hadFocus: true })
    }
  }
}
