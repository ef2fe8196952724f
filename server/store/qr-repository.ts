import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'

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
  /** JSON of the request of a client; empty for a sign-in. */
  request: string
  /** JSON of what the client's code is made of; empty before consent. */
  granted: string
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
  granted?: string
}

/** QR codes; each change is one conditional statement. */
export interface QrRepository {
  insert(code: QrCode): Promise<void>
  countOpen(holder: string, now: number): Promise<number>
  /** Returns the code that has one of these ids. */
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
        .insertInto('qrCodes')
        .values({ ...code, renewed: 0 })
        .execute()
    },
    countOpen: async (holder, now) => {
      const { open } = await query
        .selectFrom('qrCodes')
        .select((count) => count.fn.countAll<number>().as('open'))
        .where('holder', '=', holder)
        .where('expiresAt', '>', now)
        .where('state', 'in', ['new', 'scanned'])
        .executeTakeFirstOrThrow()
      return open
    },
    find: (ids) =>
      query
        .selectFrom('qrCodes')
        .selectAll()
        .where('id', 'in', [...ids])
        .executeTakeFirst(),
    poll: (id, bindHashes, since, now) =>
      query
        .updateTable('qrCodes')
        .set({ lastPolledAt: now })
        .where('id', '=', id)
        .where('bindHash', 'in', [...bindHashes])
        .where('lastPolledAt', '<=', since)
        .returningAll()
        .executeTakeFirst(),
    move: (id, { from, to, by, scanner, expiresAt, granted }, now) =>
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
    renew: (id, now) =>
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
