import { SECOND_MS, type Clock } from '../lib/clock.ts'
import { isDamaged, whyUnwritable } from './database-errors.ts'
import type { Database } from './database.ts'

const EVERY_MS = 5 * SECOND_MS
/** Time for which a full disk counts: PostgreSQL still accepts the probe, whose row needs no more room. */
const FULL_MS = 30 * SECOND_MS

/** Checks by a small write every five seconds whether the database accepts writes. */
export type WriteProbe = ReturnType<typeof startWriteProbe>

/** Starts the probe; `onChange` gets the error when writes begin to fail, and nothing when they end to. */
export function startWriteProbe(
  { query }: Database,
  clock: Clock,
  onChange: (error?: unknown) => void,
) {
  let isWritable = true
  let isBroken = false
  let fullUntil = 0
  let running: Promise<void> | undefined

  function note(error?: unknown): void {
    // Writes to the pages that are left prove nothing, until a restart with a restored file.
    if (isBroken) return
    isBroken = error !== undefined && isDamaged(error)
    const before = isWritable
    isWritable = error === undefined
    if (before !== isWritable || isBroken) onChange(error)
  }

  async function write(): Promise<void> {
    const expiresAt = clock()
    await query
      .insertInto('leases')
      .values({ name: 'write probe', holder: '', expiresAt })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ expiresAt }))
      .execute()
  }

  const timer = setInterval(() => {
    if (running !== undefined) {
      note(new Error(`a write takes longer than ${EVERY_MS / SECOND_MS} seconds`))
      return
    }
    running = write()
      .then(() => {
        if (clock() >= fullUntil) note()
      }, note)
      .finally(() => {
        running = undefined
      })
  }, EVERY_MS).unref()

  return {
    isWritable: (): boolean => isWritable,
    /** Reports an error of any call. */
    noteFault: (error: unknown): void => {
      const fault = whyUnwritable(error)
      if (fault === 'full') fullUntil = clock() + FULL_MS
      if (fault === 'full' || fault === 'damaged') note(error)
    },
    stop: async (): Promise<void> => {
      clearInterval(timer)
      await running
    },
  }
}
