import { HOUR_MS } from '../lib/clock.ts'

/** Rows of one server in an hour. */
const MAX_OF_SUBJECT = 60
/** So that whoever tries from one network hides nothing of what the owner tries from another. */
const MAX_OF_SUBJECT_IN_NETWORK = MAX_OF_SUBJECT / 2
const MAX_OF_NETWORK = 300
const MAX_IN_ALL = 20_000

/** Whose rows are counted. */
export interface Counted {
  subject: string
  /** Key of rate limits of the network; empty for messages, which have limits of their own. */
  prefix: string
}

/**
 * Returns what decides which attempts become rows: nothing for one that does, else which rows there are too
 * many of in this hour.
 */
export function createAttemptBudget() {
  let hour = 0
  let rows = 0
  const counts = new Map<string, number>()
  return (at: number, { subject, prefix }: Counted): keyof Counted | 'all' | undefined => {
    const current = Math.floor(at / HOUR_MS)
    if (current !== hour) {
      hour = current
      rows = 0
      counts.clear()
    }
    const limits = [
      ...(subject === ''
        ? []
        : ([
            ['subject', `s ${prefix === '' ? 'm' : ''} ${subject}`, MAX_OF_SUBJECT],
            ['subject', `p ${prefix} ${subject}`, MAX_OF_SUBJECT_IN_NETWORK],
          ] as const)),
      ...(prefix === '' ? [] : ([['prefix', `n ${prefix}`, MAX_OF_NETWORK]] as const)),
    ]
    const full = limits.find(([, key, max]) => (counts.get(key) ?? 0) >= max)
    if (full !== undefined) return full[0]
    // Also bounds what is counted here.
    if (rows >= MAX_IN_ALL) return 'all'
    rows++
    for (const [, key] of limits) counts.set(key, (counts.get(key) ?? 0) + 1)
    return undefined
  }
}
