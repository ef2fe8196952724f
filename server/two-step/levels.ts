import { isSignInMethod, signInMethods } from '#protocol/sign-in-methods.ts'
import type { Session } from '../store/schema/accounts.ts'

type Proofs = Pick<Session, 'method' | 'secondMethod'>

/**
 * Returns how strongly the person of a session was proved: 3 by a passkey, which verifies the person
 * itself; 2 with the code of an app, or a recovery code in its place, which are read in no mailbox and on
 * no phone number, after a first proof given here; 1 otherwise.
 */
export function levelOf({ method, secondMethod }: Proofs): 1 | 2 | 3 {
  if (method === 'passkey' || secondMethod === 'passkey') return 3
  if (!isSignInMethod(method) || method === 'qrCode') return 1
  return secondMethod === 'authenticatorApp' || secondMethod === 'recoveryCode' ? 2 : 1
}

/** What `acr` may be. */
export const acrValues = ['urn:passport:1', 'urn:passport:2', 'phr'] as const

/** Returns the level of a session for `acr`. */
export function acrOf(session: Proofs): (typeof acrValues)[number] {
  return acrValues[levelOf(session) - 1] ?? acrValues[0]
}

/** Returns how a person proved themself, for `amr` (RFC 8176); methods of a newer version are left out. */
export function amrOf(session: Proofs): string[] {
  const { method, secondMethod } = session
  const values = [method, secondMethod].flatMap((name): readonly string[] =>
    isSignInMethod(name) ? signInMethods[name].amr : [],
  )
  return [...new Set([...values, ...(levelOf(session) > 1 ? ['mfa'] : [])])]
}
