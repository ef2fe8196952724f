import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'
import type { QrCode, QrStore } from '../qr/qr-store.ts'

/** QR codes in SQL. */
export function qrRows(query: Queries): QrStore {
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
