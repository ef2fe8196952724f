import { changesAny, countRows, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { QrCode, QrState } from './schema/proofs.ts'

/** A change of state, made only if all conditions still hold. */
export interface QrStep {
  from: QrState
  to: QrState
  /** The account that must have scanned it, and the session that answers. */
  by?: { accountId: string; sessionId: string }
  scanner?: { accountId: string; aid: number }
  expiresAt?: number
  granted?: string
}

/** QR codes; each change is one conditional statement. */
export type QrRepository = ReturnType<typeof qrRepository>

/** QR codes in SQL. */
export function qrRepository(query: Queries) {
  return {
    insert: (code: QrCode) => run(query.insertInto('qrCodes').values({ ...code, renewed: 0 })),
    countOpen: (holder: string, now: number) =>
      countRows(
        query
          .selectFrom('qrCodes')
          .where('holder', '=', holder)
          .where('expiresAt', '>', now)
          .where('state', 'in', ['new', 'scanned']),
      ),
    /** Returns the code that has one of these ids. */
    find: (ids: readonly string[]) =>
      query
        .selectFrom('qrCodes')
        .selectAll()
        .where('id', 'in', [...ids])
        .executeTakeFirst(),
    /** Records a poll and returns the code; undefined when the last poll was after `since`. */
    poll: (id: string, bindHashes: readonly string[], since: number, now: number) =>
      query
        .updateTable('qrCodes')
        .set({ lastPolledAt: now })
        .where('id', '=', id)
        .where('bindHash', 'in', [...bindHashes])
        .where((row) => row.or([row('lastPolledAt', '<=', since), row('lastPolledAt', '>', now)]))
        .returningAll()
        .executeTakeFirst(),
    /** Changes the state of a code that has not expired; of many callers one gets the code. */
    move: (id: string, { from, to, by, scanner, expiresAt, granted }: QrStep, now: number) =>
      query
        .updateTable('qrCodes')
        .set({
          state: to,
          ...(scanner && { scannedBy: scanner.accountId, scannedAid: scanner.aid }),
          ...(by && { answeredIn: by.sessionId }),
          ...(expiresAt === undefined ? {} : { expiresAt }),
          ...(granted === undefined ? {} : { granted }),
        })
        .where('id', '=', id)
        .where('state', '=', from)
        .where('expiresAt', '>', now)
        .$if(by !== undefined, (of) => of.where('scannedBy', '=', by?.accountId ?? ''))
        .returningAll()
        .executeTakeFirst(),
    /** Ends an expired code; returns true to the one caller that may issue the next. */
    renew: (id: string, now: number) =>
      changesAny(
        query
          .updateTable('qrCodes')
          .set({ renewed: 1, state: 'expired' })
          .where('id', '=', id)
          .where('renewed', '=', 0)
          .where((is) =>
            is.or([
              is('state', '=', 'expired'),
              is.and([
                is('state', 'in', ['new', 'scanned', 'confirmed']),
                is('expiresAt', '<=', now),
              ]),
            ]),
          ),
      ),
  }
}
