import { array, create, enums } from 'superstruct'
import { methodsFor, type MethodsFor } from '#protocol/sign-in-methods.ts'
import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'

/** The one call that a verification lets through. */
export interface BoundCall {
  accountId: string
  aid: number
  /** Keyed hash of the web id. */
  webId: string
  operation: string
  /** Digest of what the call is about. */
  target: string
}

/** A two-step verification; its key and ticket are kept as hashes. */
export interface Verification extends BoundCall {
  keyHash: string
  ticketHash: string
  /** How the person can pass it. */
  methods: readonly MethodsFor<'second'>[]
  state: 'required' | 'code_sent' | 'passed' | 'consumed'
  tries: number
  expiresAt: number
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
        .values({
          key_hash: verification.keyHash,
          ticket_hash: verification.ticketHash,
          account_id: verification.accountId,
          aid: verification.aid,
          web_id: verification.webId,
          operation: verification.operation,
          request_digest: verification.target,
          methods: JSON.stringify(verification.methods),
          state: verification.state,
          tries: verification.tries,
          expires_at: verification.expiresAt,
        })
        .onConflict((conflict) => conflict.column('key_hash').doNothing())
        .execute()
    },
    find: async (handle, now) => {
      const found = query
        .selectFrom('verifications')
        .selectAll()
        .where('state', '!=', 'consumed')
        .where('expires_at', '>', now)
      const row = await (
        'keyHash' in handle
          ? found.where('key_hash', '=', handle.keyHash)
          : found.where('ticket_hash', '=', handle.ticketHash)
      ).executeTakeFirst()
      return row && toVerification(row)
    },
    countTry: async (keyHash, maxTries, now) => {
      const row = await query
        .updateTable('verifications')
        .set((set) => ({ tries: set('tries', '+', 1) }))
        .where('key_hash', '=', keyHash)
        .where('state', 'in', ['required', 'code_sent'])
        .where('tries', '<', maxTries)
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst()
      return row && toVerification(row)
    },
    sent: async (keyHash, now) => {
      await query
        .updateTable('verifications')
        .set({ state: 'code_sent' })
        .where('key_hash', '=', keyHash)
        .where('state', '=', 'required')
        .where('expires_at', '>', now)
        .execute()
    },
    pass: async (keyHash, now) => {
      const row = await query
        .updateTable('verifications')
        .set({ state: 'passed' })
        .where('key_hash', '=', keyHash)
        .where('state', 'in', ['required', 'code_sent'])
        .where('expires_at', '>', now)
        .returning('key_hash')
        .executeTakeFirst()
      return row !== undefined
    },
    isPassed: async (call, handles, now) => {
      const row = await query
        .selectFrom('verifications')
        .select('key_hash')
        .where((where) => where.and(passedFor(call, handles)))
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row !== undefined
    },
    consume: async (call, handles, now) => {
      const row = await query
        .updateTable('verifications')
        .set({ state: 'consumed' })
        .where((where) => where.and(passedFor(call, handles)))
        .where('expires_at', '>', now)
        .returning('key_hash')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

function passedFor(
  call: Omit<BoundCall, 'accountId'> & { accountId?: string },
  handles: VerificationHashes | undefined,
): Partial<Tables['verifications']> {
  return {
    state: 'passed',
    ...(call.accountId === undefined ? {} : { account_id: call.accountId }),
    aid: call.aid,
    web_id: call.webId,
    operation: call.operation,
    request_digest: call.target,
    ...(handles === undefined
      ? {}
      : { key_hash: handles.keyHash, ticket_hash: handles.ticketHash }),
  }
}

function toVerification(row: Tables['verifications']): Verification {
  return {
    keyHash: row.key_hash,
    ticketHash: row.ticket_hash,
    accountId: row.account_id,
    aid: row.aid,
    webId: row.web_id,
    operation: row.operation,
    target: row.request_digest,
    methods: create(JSON.parse(row.methods), methodsShape),
    state: row.state,
    tries: row.tries,
    expiresAt: row.expires_at,
  }
}
