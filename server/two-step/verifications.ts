import { randomBytes } from 'node:crypto'
import type { MethodsFor } from '#protocol/sign-in-methods.ts'
import type { Secrets } from '../config/secrets.ts'
import { MINUTE_MS, type Clock } from '../lib/clock.ts'
import { decryptText, encryptText } from '../lib/encrypt-text.ts'
import { hashToken } from '../lib/tokens.ts'
import type {
  VerificationHashes,
  VerificationRepository,
} from '../store/verification-repository.ts'
import type { BoundCall, Verification } from '../store/schema/proofs.ts'

/** Lifetime of a two-step verification, in milliseconds. */
export const VERIFICATION_LIFE_MS = 10 * MINUTE_MS

/** Attempts after which a two-step verification can no longer be passed. */
export const VERIFICATION_TRIES = 5

/** The references of a verification; the protected call must send both. */
export interface References {
  smsCodeKey: string
  verifyTicket: string
}

/** References as a request may send them. */
export interface SentReferences {
  smsCodeKey: string | undefined
  verifyTicket: string | undefined
  encryptUid: string | undefined
}

/**
 * Two-step verifications: required → code_sent → passed → consumed.
 * Each allows one call of one browser, once, after it was passed.
 */
export type Verifications = ReturnType<typeof createVerifications>

export function createVerifications(
  repository: VerificationRepository,
  secrets: Secrets,
  clock: Clock,
) {
  const uidKeys = secrets.accepted('encrypt uid')

  function referencesFor(call: BoundCall, isPolled: boolean): References {
    const parts = [call.accountId, String(call.aid), call.webId, call.operation, call.requestDigest]
    // The call may be repeated at an instance that has another SERVER_SECRET at present.
    const bytes = isPolled ? secrets.lasting('verification', ...parts) : randomBytes(32)
    const ticket = isPolled ? secrets.lasting('verification ticket', ...parts) : randomBytes(32)
    return {
      smsCodeKey: `sck_${bytes.subarray(0, 16).toString('base64url')}`,
      verifyTicket: `VT${ticket.subarray(0, 18).toString('hex').toUpperCase()}_sg`,
    }
  }

  return {
    /** Opens one; with `isPolled` a repeated call gets the same references again. */
    open: async (call: BoundCall, methods: readonly MethodsFor<'second'>[], isPolled: boolean) => {
      const references = referencesFor(call, isPolled)
      await repository.insert({
        ...call,
        ...hashesOf(references),
        methods,
        passedBy: '',
        state: 'required',
        tries: 0,
        expiresAt: clock() + VERIFICATION_LIFE_MS,
      })
      return references
    },
    /** Returns undefined for references that are unknown, ended or of another account. */
    find: async ({ smsCodeKey, verifyTicket, encryptUid }: SentReferences, aid: number) => {
      const handle =
        smsCodeKey !== undefined
          ? { keyHash: hashToken(smsCodeKey) }
          : verifyTicket !== undefined
            ? { ticketHash: hashToken(verifyTicket) }
            : undefined
      if (handle === undefined) return undefined
      const verification = await repository.find(handle, clock())
      if (verification?.aid !== aid) return undefined
      const isForeign =
        (verifyTicket !== undefined && hashToken(verifyTicket) !== verification.ticketHash) ||
        (encryptUid !== undefined &&
          uidKeys.every(
            (key) => decryptText(key, encryptUid, String(aid)) !== verification.accountId,
          ))
      return isForeign ? undefined : verification
    },
    /** Counts an attempt; returns undefined when none is left. */
    countTry: ({ keyHash }: Verification) =>
      repository.countTry(keyHash, VERIFICATION_TRIES, clock()),
    /** Counts an attempt less, which was none. */
    uncountTry: ({ keyHash }: Verification) => repository.uncountTry(keyHash),
    sent: ({ keyHash }: Verification) => repository.sent(keyHash, clock()),
    /** Returns false when it was passed, consumed or expired already. */
    pass: ({ keyHash }: Verification, by: MethodsFor<'second'>) =>
      repository.pass(keyHash, by, clock()),
    isPassed: (call: Omit<BoundCall, 'accountId'>, references: References) =>
      repository.isPassed(call, hashesOf(references), clock()),
    /** Returns what passed it; undefined unless it is passed and lets this call through. */
    consume: (call: BoundCall, references: References | undefined) =>
      repository.consume(call, references && hashesOf(references), clock()),
    /** Lets what a call consumed through once more, since that call was not made. */
    giveBack: (call: BoundCall, references: References | undefined) =>
      repository.giveBack(call, references && hashesOf(references), clock()),
    /** Encrypts an account id for `encrypt_uid` of one application; the text differs each time. */
    encryptUid: (accountId: string, aid: number) => encryptText(uidKeys[0], accountId, String(aid)),
  }
}

function hashesOf({ smsCodeKey, verifyTicket }: References): VerificationHashes {
  return { keyHash: hashToken(smsCodeKey), ticketHash: hashToken(verifyTicket) }
}
