import {
  isSignInMethod,
  levelOfMethod,
  methodsFor,
  signInMethods,
  type Level,
} from '#protocol/sign-in-methods.ts'
import { HOUR_MS, wasWithin } from '../lib/clock.ts'
import type { Session } from '../store/schema/accounts.ts'
import type { Ticket } from '../store/schema/proofs.ts'

/** The methods of a session. */
export type Proofs = Pick<Session, 'method' | 'secondMethod'>

/**
 * Returns how strongly the person of a session was proved: 3 with a passkey, 2 with a code that is read
 * in no mailbox and on no phone number, 1 otherwise. A QR code counts no more than 2.
 */
export function levelOf({ method, secondMethod }: Proofs): Level {
  // A newer version knows what this method is worth.
  if (method !== '' && !isSignInMethod(method)) return 1
  const level = Math.max(levelOfMethod(method), levelOfMethod(secondMethod)) as Level
  return method === 'qrCode' && level > 2 ? 2 : level
}

/** What a session had before a second proof, and when its first one was given. */
export type FirstProof = Proofs & Pick<Session, 'provedAt'>

/** Age of a first proof that a second one may still be added to. */
const RAISE_MS = 12 * HOUR_MS

/** Returns whether the first proof of a session is so new that a second one may be added. */
export function isRaisable(
  { now }: { now: number },
  { provedAt }: Pick<FirstProof, 'provedAt'>,
): boolean {
  return wasWithin(provedAt, now, RAISE_MS)
}

/** Returns whether a second proof counts beside the first: an old one is raised by nothing but what is enough alone. */
export function countsBeside(
  context: { now: number },
  first: FirstProof,
  given: Proofs['secondMethod'],
): boolean {
  return given === 'passkey' || levelOfMethod(given) <= levelOf(first) || isRaisable(context, first)
}

/**
 * Returns the methods of a session after a second proof, if one was given. A passkey that was used here counts
 * alone: what a QR code carries over is less.
 */
export function withSecondProof(
  { method, secondMethod }: Proofs,
  given: Proofs['secondMethod'] | undefined,
): Proofs {
  if (method === 'qrCode' && given === 'passkey') return { method: given, secondMethod: '' }
  return { method, secondMethod: given ?? secondMethod }
}

/** Reads the methods of a session from a ticket; those that this version does not know are left out. */
export function proofsIn({ method, secondMethod }: Ticket['data']): Proofs {
  return {
    method: methodsFor('first').find((name) => name === method) ?? '',
    secondMethod: methodsFor('second').find((name) => name === secondMethod) ?? '',
  }
}

/** What `acr` may be, by level. */
const acrs = { 1: 'urn:passport:1', 2: 'urn:passport:2', 3: 'phr' } as const

export const acrValues = Object.values(acrs)

/** Returns the level of the first value that is known among those of `acr_values`; 1 for none. */
export function levelOfAcr(values = ''): Level {
  const known = values.split(' ').find((value) => acrValues.some((acr) => acr === value))
  return ([1, 2, 3] as const).find((level) => acrs[level] === known) ?? 1
}

/** Returns the level of a session for `acr`. */
export function acrOf(session: Proofs): (typeof acrValues)[number] {
  return acrs[levelOf(session)]
}

/** Returns how a person proved themself, for `amr` (RFC 8176); methods of a newer version are left out. */
export function amrOf(session: Proofs): string[] {
  const { method, secondMethod } = session
  const values = [method, secondMethod].flatMap((name): readonly string[] =>
    isSignInMethod(name) ? signInMethods[name].amr : [],
  )
  return [...new Set([...values, ...(levelOf(session) > 1 ? ['mfa'] : [])])]
}
