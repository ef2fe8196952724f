import { DatabaseError, type Pool, type PoolClient } from 'pg'

/** Returns a generator of numbers from 0 to 1, the same in every run. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Most faults in a row on one connection: retries end after a time, in which a busy machine makes few
 * attempts while others of the pool succeed.
 */
const MAX_IN_A_ROW = 2

/**
 * Makes a share of all statements fail with a serialization failure, as in databases that detect
 * conflicts late: single statements and COMMIT too. A statement that fails is not executed.
 */
export function injectFaults(pool: Pool, share: number, random: () => number): void {
  pool.on('connect', (client: PoolClient) => {
    let inARow = 0
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    let isOpen = false
    const faulty = async (...args: unknown[]): Promise<unknown> => {
      const text = textOf(args)
      if (text !== 'rollback' && inARow < MAX_IN_A_ROW && random() < share) {
        inARow += 1
        throw serializationFailure()
      }
      const result = await query(...args)
      if (text === 'begin') isOpen = true
      if (text === 'commit' || text === 'rollback') isOpen = false
      if (!isOpen && text !== 'rollback') inARow = 0
      return result
    }
    client.query = faulty as PoolClient['query']
  })
}

let isMeasured = false

/** Runs work whose transactions run once, because its cost is measured. */
export async function withoutRepeats<Result>(work: () => Promise<Result>): Promise<Result> {
  isMeasured = true
  try {
    return await work()
  } finally {
    isMeasured = false
  }
}

/**
 * Makes the first commit of each transaction fail with a serialization failure, so that it is run twice;
 * not of those that run beside others, which repeat often enough.
 */
export function repeatTransactions(pool: Pool): void {
  let open = 0
  let isRepeated = false
  pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    const twice = async (...args: unknown[]): Promise<unknown> => {
      const text = textOf(args)
      if (text === 'commit' && open === 1 && !isRepeated && !isMeasured) {
        isRepeated = true
        throw serializationFailure()
      }
      if (text === 'begin') open += 1
      if (text === 'commit' || text === 'rollback') open -= 1
      if (text === 'commit') isRepeated = false
      return await query(...args)
    }
    client.query = twice as PoolClient['query']
  })
}

function textOf([statement]: unknown[]): string {
  return typeof statement === 'string' ? statement : (statement as { text: string }).text
}

function serializationFailure(): DatabaseError {
  const error = new DatabaseError('restart transaction (made up by the tests)', 0, 'error')
  error.code = '40001'
  return error
}
