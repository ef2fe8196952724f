import { array, create, enums } from 'superstruct'
import { methodsFor, type MethodsFor } from '#protocol/sign-in-methods.ts'
import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'

/** The one call that a verification lets through. */
export interface BoundCall {
  accountId: string
  aid: number
  /** Keyed hash of the web id. */
  webId: string
  operation: string
  /** Digest of what the call is about. */
  requestDigest: string
}

/** A two-step verification; its key and ticket are kept as hashes. */
export interface Verification extends BoundCall {
  keyHash: string
  ticketHash: string
  /** Methods by which the person can pass it. */
  methods: readonly MethodsFor<'second'>[]
  state: 'required' | 'code_sent' | 'passed' | 'consumed'
  tries: number
  expiresAt: number
}

/** A row of `verifications`; `methods` is JSON. */
export interface StoredVerification extends Omit<Verification, 'methods'> {
  methods: string
}

/** Finds a verification by its key or by its ticket. */
export type VerificationHandle = { keyHash: string } | { ticketHash: string }

/** Two-step verifications; each change is one conditional statement. */
export interface VerificationRepository {
  /** Does nothing when the key exists. */
  insert(verification: Verification): Promise<void>
  /** Returns a verification that is neither consumed nor expired. */
  find(handle: VerificationHandle, now: number): Promise<Verification | undefined>
  /** Counts an attempt; returns undefined when none is left. */
  countTry(keyHash: string, maxTries: number, now: number): Promise<Verification | undefined>
  /** Records that a code was sent. */
  sent(keyHash: string, now: number): Promise<void>
  /** Returns false when it is passed, consumed or expired already. */
  pass(keyHash: string, now: number): Promise<boolean>
  /** Returns whether it was passed for this call, of any account, and is not consumed. */
  isPassed(
    call: Omit<BoundCall, 'accountId'>,
    handles: VerificationHashes,
    now: number,
  ): Promise<boolean>
  /** Consumes a passed verification for this call; of many callers one wins. */
  consume(call: BoundCall, handles: VerificationHashes | undefined, now: number): Promise<boolean>
}

/** Both references of a verification, hashed. */
export interface VerificationHashes {
  keyHash: string
  ticketHash: string
}

const methodsShape = array(enums(methodsFor('second')))

/** Two-step verifications in SQL. */
export function verificationRepository(query: Queries): VerificationRepository {
  return {
    insert: async (verification) => {
      await query
        .insertInto('verifications')
        .values({ ...verification, methods: JSON.stringify(verification.methods) })
        .onConflict((conflict) => conflict.column('keyHash').doNothing())
        .execute()
    },
    find: async (handle, now) => {
      const found = query
        .selectFrom('verifications')
        .selectAll()
        .where('state', '!=', 'consumed')
        .where('expiresAt', '>', now)
      const row = await (
        'keyHash' in handle
          ? found.where('keyHash', '=', handle.keyHash)
          : found.where('ticketHash', '=', handle.ticketHash)
      ).executeTakeFirst()
      return row && toVerification(row)
    },
    countTry: async (keyHash, maxTries, now) => {
      const row = await query
        .updateTable('verifications')
        .set((set) => ({ tries: set('tries', '+', 1) }))
        .where('keyHash', '=', keyHash)
        .where('state', 'in', ['required', 'code_sent'])
        .where('tries', '<', maxTries)
        .where('expiresAt', '>', now)
        .returningAll()
        .executeTakeFirst()
      return row && toVerification(row)
    },
    sent: async (keyHash, now) => {
      await query
        .updateTable('verifications')
        .set({ state: 'code_sent' })
        .where('keyHash', '=', keyHash)
        .where('state', '=', 'required')
        .where('expiresAt', '>', now)
        .execute()
    },
    pass: (keyHash, now) =>
      changesAny(
        query
          .updateTable('verifications')
          .set({ state: 'passed' })
          .where('keyHash', '=', keyHash)
          .where('state', 'in', ['required', 'code_sent'])
          .where('expiresAt', '>', now),
      ),
    isPassed: async (call, handles, now) => {
      const row = await query
        .selectFrom('verifications')
        .select('keyHash')
        .where((where) => where.and(passedFor(call, handles)))
        .where('expiresAt', '>', now)
        .executeTakeFirst()
      return row !== undefined
    },
    consume: (call, handles, now) =>
      changesAny(
        query
          .updateTable('verifications')
          .set({ state: 'consumed' })
          .where((where) => where.and(passedFor(call, handles)))
          .where('expiresAt', '>', now),
      ),
  }
}

function passedFor(
  {
    aid,
    webId,
    operation,
    requestDigest,
    accountId,
  }: Omit<BoundCall, 'accountId'> & Partial<BoundCall>,
  handles: VerificationHashes | undefined,
): Partial<StoredVerification> {
  return {
    state: 'passed',
    aid,
    webId,
    operation,
    requestDigest,
    ...(accountId !== undefined && { accountId }),
    ...(handles && { keyHash: handles.keyHash, ticketHash: handles.ticketHash }),
  }
}

function toVerification(row: StoredVerification): Verification {
  return { ...row, methods: create(JSON.parse(row.methods), methodsShape) }
}
