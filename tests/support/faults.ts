import { DatabaseError, type Pool, type PoolClient } from 'pg'

/** Numbers from 0 to 1 that are the same in every run. */
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
 * Lets a share of all statements fail as they do in a database that finds conflicts late: any of
 * them, also a single one, and a COMMIT too. Nothing of what failed is done.
 */
export function injectFaults(pool: Pool, share: number, random: () => number): void {
  pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    const faulty = async (...args: unknown[]): Promise<unknown> => {
      if (args[0] !== 'rollback' && random() < share) throw serializationFailure()
      return await query(...args)
    }
    client.query = faulty as PoolClient['query']
  })
}

function serializationFailure(): DatabaseError {
  const error = new DatabaseError('restart transaction (made up by the tests)', 0, 'error')
  error.code = '40001'
  return error
}
