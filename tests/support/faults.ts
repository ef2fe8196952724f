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

/** Most faults in a row: retries end after a time, not after a number. */
const MAX_IN_A_ROW = 6

/**
 * Makes a share of all statements fail with a serialization failure, as in databases that detect
 * conflicts late: single statements and COMMIT too. A statement that fails is not executed.
 */
export function injectFaults(pool: Pool, share: number, random: () => number): void {
  let inARow = 0
  pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    let isOpen = false
    const faulty = async (...args: unknown[]): Promise<unknown> => {
      const [statement] = args
      const text = typeof statement === 'string' ? statement : (statement as { text: string }).text
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

function serializationFailure(): DatabaseError {
  const error = new DatabaseError('restart transaction (made up by the tests)', 0, 'error')
  error.code = '40001'
  return error
}
