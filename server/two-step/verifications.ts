import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { MethodsFor } from '#protocol/sign-in-methods.ts'
import type { Secrets } from '../config/secrets.ts'
import { MINUTE_MS, type Clock } from '../lib/clock.ts'
import { hashToken } from '../lib/tokens.ts'
import type {
  VerificationHashes,
  BoundCall,
  Verification,
  VerificationRepository,
} from '../store/verification-repository.ts'

/** How long a second verification stays open, in milliseconds. */
export const VERIFICATION_LIFE_MS = 10 * MINUTE_MS

/** Wrong answers after which a second verification is dead. */
export const VERIFICATION_TRIES = 5

/** The two references that are handed out; both together let the protected call through. */
export interface References {
  smsCodeKey: string
  verifyTicket: string
}

/** References as a request may bring them. */
export interface SentReferences {
  smsCodeKey: string | undefined
  verifyTicket: string | undefined
  encryptUid: string | undefined
}

/**
 * Second verifications: required → code_sent → passed → consumed. Each lets one call of one browser
 * through, once, and only after it was passed.
 */
export interface Verifications {
  /**
   * Opens one. With `isPolled` it gets the same references each time it is opened for this call, so
   * that asking again does not begin anew.
   */
  open(
    call: BoundCall,
    methods: readonly MethodsFor<'second'>[],
    isPolled: boolean,
  ): Promise<References>
  /** The open one that a request speaks of; undefined for unknown, ended or foreign references. */
  find(sent: SentReferences, aid: number): Promise<Verification | undefined>
  /** Counts a try; undefined when there is none left. */
  countTry(verification: Verification): Promise<Verification | undefined>
  sent(verification: Verification): Promise<void>
  pass(verification: Verification): Promise<boolean>
  isPassed(call: Omit<BoundCall, 'accountId'>, references: References): Promise<boolean>
  consume(call: BoundCall, references: References | undefined): Promise<boolean>
  /** The account id as it travels in `encrypt_uid`: another text each time, for one application. */
  sealUid(accountId: string, aid: number): string
}

const IV_BYTES = 12
const TAG_BYTES = 16

/** Second verifications over a repository. */
export function createVerifications(
  repository: VerificationRepository,
  secrets: Secrets,
  clock: Clock,
): Verifications {
  const uidKey = secrets.keyed('encrypt uid').subarray(0, 32)

  function sealUid(accountId: string, aid: number): string {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', uidKey, iv).setAAD(Buffer.from(String(aid)))
    const sealed = Buffer.concat([cipher.update(accountId, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
  }

  function openUid(text: string, aid: number): string | undefined {
    const bytes = Buffer.from(text, 'base64url')
    if (bytes.length <= IV_BYTES + TAG_BYTES) return undefined
    const decipher = createDecipheriv('aes-256-gcm', uidKey, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(String(aid)))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    try {
      const opened = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES))
      return Buffer.concat([opened, decipher.final()]).toString('utf8')
    } catch {
      // Altered, or sealed for another application: nobody's id either way.
      return undefined
    }
  }

  function referencesFor(call: BoundCall, isPolled: boolean): References {
    const parts = [call.accountId, String(call.aid), call.webId, call.operation, call.target]
    const bytes = isPolled ? secrets.keyed('verification', ...parts) : randomBytes(32)
    const ticket = isPolled ? secrets.keyed('verification ticket', ...parts) : randomBytes(32)
    return {
      smsCodeKey: `sck_${bytes.subarray(0, 16).toString('base64url')}`,
      verifyTicket: `VT${ticket.subarray(0, 18).toString('hex').toUpperCase()}_sg`,
    }
  }

  return {
    open: async (call, methods, isPolled) => {
      const references = referencesFor(call, isPolled)
      await repository.insert({
        ...call,
        ...toHandles(references),
        methods,
        state: 'required',
        tries: 0,
        expiresAt: clock() + VERIFICATION_LIFE_MS,
      })
      return references
    },
    find: async ({ smsCodeKey, verifyTicket, encryptUid }, aid) => {
      const handle =
        smsCodeKey !== undefined
          ? { keyHash: hashToken(smsCodeKey) }
          : verifyTicket !== undefined
            ? { ticketHash: hashToken(verifyTicket) }
            : undefined
      if (handle === undefined) return undefined
      const found = await repository.find(handle, clock())
      if (found === undefined || found.aid !== aid) return undefined
      const isForeign =
        (verifyTicket !== undefined && hashToken(verifyTicket) !== found.ticketHash) ||
        (encryptUid !== undefined && openUid(encryptUid, aid) !== found.accountId)
      return isForeign ? undefined : found
    },
    countTry: ({ keyHash }) => repository.countTry(keyHash, VERIFICATION_TRIES, clock()),
    sent: ({ keyHash }) => repository.sent(keyHash, clock()),
    pass: ({ keyHash }) => repository.pass(keyHash, clock()),
    isPassed: (call, references) => repository.isPassed(call, toHandles(references), clock()),
    consume: (call, references) =>
      repository.consume(call, references && toHandles(references), clock()),
    sealUid,
  }
}

function toHandles({ smsCodeKey, verifyTicket }: References): VerificationHashes {
  return { keyHash: hashToken(smsCodeKey), ticketHash: hashToken(verifyTicket) }
}
