import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'

/** States only move forward: new → scanned → confirmed → utilised, or to refused or expired. */
export type QrState = 'new' | 'scanned' | 'confirmed' | 'utilised' | 'refused' | 'expired'

/** A request to sign in that waits behind a QR code. */
export interface QrCode {
  /** SHA-256 of what the picture says, hex. */
  id: string
  aid: number
  state: QrState
  /** SHA-256 of the cookie of the browser that asked; empty for a program without cookies. */
  bindHash: string
  /** Network and device that asked; their open codes are counted. */
  holder: string
  /** Key of the asking network, to compare the phone's with. */
  network: string
  /** Asking address without its last part. */
  place: string
  /** Asking browser and system in words. */
  device: string
  /** Where the person goes after signing in; only ever an allowed address. */
  next: string
  /** Account that scanned; empty before. */
  scannedBy: string
  /** Application of the phone that scanned; 0 before. */
  scannedAid: number
  /** Id of the session in which it was confirmed or refused; empty before. */
  answeredIn: string
  lastPolledAt: number
  createdAt: number
  expiresAt: number
}

/** One step of a code: it happens only where all of this still holds. */
export interface QrStep {
  from: QrState
  to: QrState
  /** The account that must have scanned, and its session that answers. */
  by?: { accountId: string; sessionId: string }
  scanner?: { accountId: string; aid: number }
  expiresAt?: number
}

/** What QR codes need from a database. */
export interface QrRepository {
  insert(code: QrCode): Promise<void>
  countOpen(holder: string, now: number): Promise<number>
  /** The code of one of these ids. */
  find(ids: readonly string[]): Promise<QrCode | undefined>
  /** Notes a poll and answers the code, unless the last poll was after `since`. */
  poll(
    id: string,
    bindHashes: readonly string[],
    since: number,
    now: number,
  ): Promise<QrCode | undefined>
  /** Takes a step of a code that has not run out; of many callers one gets the code. */
  move(id: string, step: QrStep, now: number): Promise<QrCode | undefined>
  /** Ends a code that ran out; true for the one caller that may hand out another. */
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
