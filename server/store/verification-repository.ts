import { array, create, enums } from 'superstruct'
import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'

/** How a person can show a second time that it is them. */
export type VerificationMethod = 'mobile_sms_verify' | 'email_code_verify' | 'pwd_verify'

/** The one call that a second verification lets through. */
export interface BoundCall {
  accountId: string
  aid: number
  /** Keyed hash of the web id. */
  webId: string
  operation: string
  /** Digest of what the call is about. */
  target: string
}

/** A second verification as it is kept: its key and ticket only as hashes. */
export interface Verification extends BoundCall {
  keyHash: string
  ticketHash: string
  ways: readonly VerificationMethod[]
  state: 'required' | 'code_sent' | 'passed' | 'consumed'
  tries: number
  expiresAt: number
}

/** Where one is looked for: by its key, or by its ticket. */
export type VerificationHandle = { keyHash: string } | { ticketHash: string }

/** What second verifications need from a database; each change is one conditional statement. */
export interface VerificationRepository {
  /** Keeps a verification, unless one with this key is kept already. */
  insert(verification: Verification): Promise<void>
  /** One that is not consumed and not too old. */
  find(handle: VerificationHandle, now: number): Promise<Verification | undefined>
  /** Counts a try; undefined when there is none left, or nothing to try. */
  countTry(keyHash: string, maxTries: number, now: number): Promise<Verification | undefined>
  /** Notes that a code is on its way. */
  sent(keyHash: string, now: number): Promise<void>
  /** False when it was passed, consumed or too old already. */
  pass(keyHash: string, now: number): Promise<boolean>
  /** Whether it was passed for this very call, whoever's account it is, and not consumed yet. */
  isPassed(
    call: Omit<BoundCall, 'accountId'>,
    handles: VerificationHashes,
    now: number,
  ): Promise<boolean>
  /** Uses a passed verification up for this very call; of many at once one wins. */
  consume(call: BoundCall, handles: VerificationHashes | undefined, now: number): Promise<boolean>
}

/** Both references of a verification, hashed. */
export interface VerificationHashes {
  keyHash: string
  ticketHash: string
}

/** What trusted devices need from a database. */
export interface TrustedDeviceRepository {
  /** Whether the account signed in from this browser since `since`. */
  isKnown(accountId: string, webId: string, since: number): Promise<boolean>
  /** Notes that it did now. */
  see(accountId: string, webId: string, now: number): Promise<void>
  /** Forgets all browsers of an account. */
  forget(accountId: string): Promise<void>
  /** Forgets all but this one. */
  forgetOthers(accountId: string, webId: string): Promise<void>
}

const waysShape = array(enums(['mobile_sms_verify', 'email_code_verify', 'pwd_verify']))

/** Second verifications in SQL. */
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
          target: verification.target,
          ways: JSON.stringify(verification.ways),
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

/** Trusted devices in SQL. */
export function trustedDeviceRepository(query: Queries): TrustedDeviceRepository {
  return {
    isKnown: async (accountId, webId, since) => {
      const row = await query
        .selectFrom('trusted_devices')
        .select('last_seen_at')
        .where('account_id', '=', accountId)
        .where('web_id', '=', webId)
        .where('last_seen_at', '>', since)
        .executeTakeFirst()
      return row !== undefined
    },
    see: async (accountId, webId, now) => {
      await query
        .insertInto('trusted_devices')
        .values({ account_id: accountId, web_id: webId, first_seen_at: now, last_seen_at: now })
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'web_id']).doUpdateSet({ last_seen_at: now }),
        )
        .execute()
    },
    forget: async (accountId) => {
      await query.deleteFrom('trusted_devices').where('account_id', '=', accountId).execute()
    },
    forgetOthers: async (accountId, webId) => {
      await query
        .deleteFrom('trusted_devices')
        .where('account_id', '=', accountId)
        .where('web_id', '!=', webId)
        .execute()
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
    target: call.target,
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
    target: row.target,
    ways: create(JSON.parse(row.ways), waysShape),
    state: row.state,
    tries: row.tries,
    expiresAt: row.expires_at,
  }
}
