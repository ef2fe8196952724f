import { array, create, enums } from 'superstruct'
import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'
import type {
  DeviceStore,
  Handles,
  TrustedCall,
  Verification,
  VerificationStore,
} from '../verification/verification-store.ts'

const waysShape = array(enums(['mobile_sms_verify', 'email_code_verify', 'pwd_verify']))

/** Second verifications in SQL. */
export function verificationRows(query: Queries): VerificationStore {
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
export function deviceRows(query: Queries): DeviceStore {
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
  call: Omit<TrustedCall, 'accountId'> & { accountId?: string },
  handles: Handles | undefined,
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
