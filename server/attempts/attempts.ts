import { randomBytes } from 'node:crypto'
import type { Caller } from '../calls/call.ts'
import type { Secrets } from '../config/secrets.ts'
import { maskAddress } from '../lib/address.ts'
import { HOUR_MS, SECOND_MS } from '../lib/clock.ts'
import { describeDevice } from '../lib/describe-device.ts'
import { createFlusher } from '../lib/flusher.ts'
import { ATTEMPTS_AT_ONCE, type AttemptRepository } from '../store/attempt-repository.ts'
import type { Attempt } from '../store/schema/attempts.ts'
import { firstEventId } from '../store/webhook-repository.ts'
import { webIdHash } from '../two-step/trusted-devices.ts'
import { createAttemptBudget } from './attempt-budget.ts'
import { detailText, type AttemptDetail } from '../lib/attempt-detail.ts'

const FLUSH_MS = SECOND_MS
/** Characters of a hash that are kept: 96 bits. */
const HASH_LENGTH = 16

/** What is noted of a refused or unfinished step, or of a message. */
export interface NewAttempt extends Pick<Attempt, 'at' | 'logId' | 'step' | 'error' | 'aid'> {
  /** The login or address, normalised; empty for none. Only its hash is kept. */
  text: string
  /** Undefined for a message. */
  caller?: Caller | undefined
  detail?: AttemptDetail
}

/**
 * Keeps what was refused, so that support finds out why somebody could not sign in. Rows are written every
 * second, whoever has an account: a crash loses the last ones, and those of a time without database.
 */
export type Attempts = ReturnType<typeof createAttempts>

export function createAttempts(repository: AttemptRepository, secrets: Secrets) {
  const { add, ...queries } = repository
  const budget = createAttemptBudget()
  let noted = 0
  const rows: Attempt[] = []
  let counted = new Map<string, Attempt>()

  async function write(): Promise<void> {
    // What cannot be written waits here for the next time; an hour has no more rows than its budget.
    while (rows.length > 0) {
      const batch = rows.slice(0, ATTEMPTS_AT_ONCE)
      await add(batch)
      rows.splice(0, batch.length)
    }
    // Sorted, so that two instances that count in the same rows do not wait for each other.
    const sums = [...counted.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))
    counted = new Map()
    await add(sums)
  }

  // The counter keeps attempts of one millisecond in order.
  function createId(at: number): string {
    const order = (noted++ % 2 ** 16).toString(16).padStart(4, '0')
    return firstEventId(at) + order + randomBytes(4).toString('hex')
  }

  const hashOf = (purpose: string, text: string): string =>
    text === '' ? '' : secrets.lasting(purpose, text).toString('base64url').slice(0, HASH_LENGTH)
  /** Returns the hash by which attempts at a normalised login or address are found. */
  const subjectOf = (text: string): string => hashOf('attempt subject', text)
  /** Returns the hash by which those in a browser are found, from that of `trustedDevices`. */
  const browserOf = (hash: string): string => hash.slice(0, HASH_LENGTH)

  function note({ at, logId, step, error, aid, text, caller, detail = {} }: NewAttempt): void {
    const { address = '', prefix = '', userAgent = '', webId = '' } = caller ?? {}
    const row = {
      id: createId(at),
      at,
      logId,
      step,
      error,
      aid,
      subject: subjectOf(text),
      browser: webId === '' ? '' : browserOf(webIdHash(secrets, webId)),
      device: describeDevice(userAgent),
      network: address === '' ? '' : maskAddress(address),
      detail: detailText(detail),
      count: 1,
    }
    const tooMany = budget(at, { subject: row.subject, prefix })
    if (tooMany === undefined) rows.push(row)
    else count(row, tooMany, hashOf('attempt network', prefix))
  }

  // One row for each hour, and each subject or network of which there are too many.
  function count(row: Attempt, of: 'subject' | 'prefix' | 'all', network: string): void {
    const begin = firstEventId(Math.floor(row.at / HOUR_MS) * HOUR_MS)
    const key = { subject: row.subject, prefix: network, all: '' }[of]
    const id = `${begin}${of}${key}`
    const former = counted.get(id)
    counted.set(id, {
      ...row,
      id,
      logId: '',
      step: 'many',
      error: '',
      subject: of === 'subject' ? row.subject : '',
      browser: '',
      device: '',
      network: of === 'prefix' ? row.network : '',
      detail: '{}',
      count: (former?.count ?? 0) + 1,
    })
  }

  return { ...queries, ...createFlusher(write, FLUSH_MS), note, subjectOf, browserOf }
}
