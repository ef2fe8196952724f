import { array, create, string } from 'superstruct'
import { methodsFor } from '#protocol/sign-in-methods.ts'
import { changesAny, findsAny, readFirst, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { BoundCall, StoredVerification, Verification } from './schema/proofs.ts'

/** Finds a verification by its key or by its ticket. */
export type VerificationHandle = { keyHash: string } | { ticketHash: string }

/** Two-step verifications; each change is one conditional statement. */
export type VerificationRepository = ReturnType<typeof verificationRepository>

/** Both references of a verification, hashed. */
export interface VerificationHashes {
  keyHash: string
  ticketHash: string
}

const methodsShape = array(string())

/** Two-step verifications in SQL. */
export function verificationRepository(query: Queries) {
  const change = (keyHash: string, now: number) =>
    query.updateTable('verifications').where('keyHash', '=', keyHash).where('expiresAt', '>', now)
  return {
    /** Does nothing when the key exists. */
    insert: (verification: Verification) =>
      run(
        query
          .insertInto('verifications')
          .values({ ...verification, methods: JSON.stringify(verification.methods) })
          .onConflict((conflict) => conflict.column('keyHash').doNothing()),
      ),
    /** Returns a verification that is neither consumed nor expired. */
    find: async (handle: VerificationHandle, now: number): Promise<Verification | undefined> => {
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
    /** Counts an attempt; returns undefined when none is left. */
    countTry: (keyHash: string, maxTries: number, now: number) =>
      readFirst(
        change(keyHash, now)
          .set((set) => ({ tries: set('tries', '+', 1) }))
          .where('state', 'in', ['required', 'code_sent'])
          .where('tries', '<', maxTries)
          .returningAll(),
        toVerification,
      ),
    /** Counts an attempt less. */
    uncountTry: (keyHash: string) =>
      run(
        query
          .updateTable('verifications')
          .set((set) => ({ tries: set('tries', '-', 1) }))
          .where('keyHash', '=', keyHash)
          .where('tries', '>', 0),
      ),
    /** Records that a code was sent. */
    sent: (keyHash: string, now: number) =>
      run(change(keyHash, now).set({ state: 'code_sent' }).where('state', '=', 'required')),
    /** Returns false when it is passed, consumed or expired already. */
    pass: (keyHash: string, passedBy: Verification['passedBy'], now: number) =>
      changesAny(
        change(keyHash, now)
          .set({ state: 'passed', passedBy })
          .where('state', 'in', ['required', 'code_sent']),
      ),
    /** Returns whether it was passed for this call, of any account, and is not consumed. */
    isPassed: (call: Omit<BoundCall, 'accountId'>, handles: VerificationHashes, now: number) =>
      findsAny(
        query
          .selectFrom('verifications')
          .select('keyHash')
          .where((where) => where.and(passedFor(call, handles)))
          .where('expiresAt', '>', now),
      ),
    /** Lets what a call consumed through once more, since that call was not made. */
    giveBack: (call: BoundCall, handles: VerificationHashes | undefined, now: number) =>
      run(
        query
          .updateTable('verifications')
          .set({ state: 'passed' })
          .where((where) => where.and({ ...passedFor(call, handles), state: 'consumed' }))
          .where('expiresAt', '>', now),
      ),
    /** Consumes a passed verification for this call and returns what passed it; of many callers one wins. */
    consume: (call: BoundCall, handles: VerificationHashes | undefined, now: number) =>
      readFirst(
        query
          .updateTable('verifications')
          .set({ state: 'consumed' })
          .where((where) => where.and(passedFor(call, handles)))
          .where('expiresAt', '>', now)
          .returning('passedBy'),
        ({ passedBy }) => passedBy,
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
  const stored = create(JSON.parse(row.methods), methodsShape)
  // A newer version offers methods that this one does not know.
  return { ...row, methods: methodsFor('second').filter((name) => stored.includes(name)) }
}
