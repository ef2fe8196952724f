import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'

/** State of a QR code; it only moves forward, or to `refused` or `expired`. */
export type QrState = 'new' | 'scanned' | 'confirmed' | 'utilised' | 'refused' | 'expired'

/** A sign-in that waits for a phone to scan its QR code. */
export interface QrCode {
  /** SHA-256 of the scanned text, hex. */
  id: string
  aid: number
  state: QrState
  /** SHA-256 of the cookie of the requesting browser; empty for a client without cookies. */
  bindHash: string
  /** Network and device of the requester, whose open codes are counted. */
  holder: string
  /** Network of the requester, compared with the phone's. */
  network: string
  /** Network address of the requester without its last part. */
  place: string
  /** Browser and operating system of the requester. */
  device: string
  /** Return URL, which is always an allowed one. */
  next: string
  /** Account that scanned it; empty before. */
  scannedBy: string
  /** Application of the phone that scanned it; 0 before. */
  scannedAid: number
  /** Id of the session that confirmed or refused it; empty before. */
  answeredIn: string
  lastPolledAt: number
  createdAt: number
  expiresAt: number
}

/** A change of state, made only if all conditions still hold. */
export interface QrStep {
  from: QrState
  to: QrState
  /** The account that must have scanned it, and the session that answers. */
  by?: { accountId: string; sessionId: string }
  scanner?: { accountId: string; aid: number }
  expiresAt?: number
}

/** QR codes; each change is one conditional statement. */
export interface QrRepository {
  insert(code: QrCode): Promise<void>
  countOpen(holder: string, now: number): Promise<number>
  /** Returns the code with one of these ids. */
  find(ids: readonly string[]): Promise<QrCode | undefined>
  /** Records a poll and returns the code; undefined when the last poll was after `since`. */
  poll(
    id: string,
    bindHashes: readonly string[],
    since: number,
    now: number,
  ): Promise<QrCode | undefined>
  /** Changes the state of a code that has not expired; of many callers one gets the code. */
  move(id: string, step: QrStep, now: number): Promise<QrCode | undefined>
  /** Ends an expired code; returns true to the one caller that may issue the next. */
  renew(id: string, now: number): Promise<boolean>
}

/** QR codes in SQL. */
export function qrRepository(query: Queries): QrRepository {
  return {
    insert: async (code) => {
      await query
        .insertInto('qr_codes')
        .values({
          id: code.id,
          aid: code.aid,
          state: code.state,
          bind_hash: code.bindHash,
          holder: code.holder,
          network: code.network,
          place: code.place,
          device: code.device,
          next: code.next,
          scanned_by: code.scannedBy,
          scanned_aid: code.scannedAid,
          answered_in: code.answeredIn,
          renewed: 0,
          last_polled_at: code.lastPolledAt,
          created_at: code.createdAt,
          expires_at: code.expiresAt,
        })
        .execute()
    },
    countOpen: async (holder, now) => {
      const { open } = await query
        .selectFrom('qr_codes')
        .select((count) => count.fn.countAll<number>().as('open'))
        .where('holder', '=', holder)
        .where('expires_at', '>', now)
        .where('state', 'in', ['new', 'scanned'])
        .executeTakeFirstOrThrow()
      return Number(open)
    },
    find: async (ids) => {
      const row = await query
        .selectFrom('qr_codes')
        .selectAll()
        .where('id', 'in', [...ids])
        .executeTakeFirst()
      return row && toCode(row)
    },
    poll: async (id, bindHashes, since, now) => {
      const row = await query
        .updateTable('qr_codes')
        .set({ last_polled_at: now })
        .where('id', '=', id)
        .where('bind_hash', 'in', [...bindHashes])
        .where('last_polled_at', '<=', since)
        .returningAll()
        .executeTakeFirst()
      return row && toCode(row)
    },
    move: async (id, { from, to, by, scanner, expiresAt }, now) => {
      const row = await query
        .updateTable('qr_codes')
        .set({
          state: to,
          ...(scanner && { scanned_by: scanner.accountId, scanned_aid: scanner.aid }),
          ...(by && { answered_in: by.sessionId }),
          ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
        })
        .where('id', '=', id)
        .where('state', '=', from)
        .where('expires_at', '>', now)
        .$if(by !== undefined, (of) => of.where('scanned_by', '=', by?.accountId ?? ''))
        .returningAll()
        .executeTakeFirst()
      return row && toCode(row)
    },
    renew: async (id, now) => {
      const row = await query
        .updateTable('qr_codes')
        .set({ renewed: 1, state: 'expired' })
        .where('id', '=', id)
        .where('renewed', '=', 0)
        .where((is) =>
          is.or([
            is('state', '=', 'expired'),
            is.and([
              is('state', 'in', ['new', 'scanned', 'confirmed']),
              is('expires_at', '<=', now),
            ]),
          ]),
        )
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

function toCode(row: Tables['qr_codes']): QrCode {
  return {
    id: row.id,
    aid: row.aid,
    state: row.state,
    bindHash: row.bind_hash,
    holder: row.holder,
    network: row.network,
    place: row.place,
    device: row.device,
    next: row.next,
    scannedBy: row.scanned_by,
    scannedAid: row.scanned_aid,
    answeredIn: row.answered_in,
    lastPolledAt: row.last_polled_at,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}
