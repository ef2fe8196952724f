import type { Pool, PoolClient } from 'pg'

/** Gives connections that take writes. */
export interface Connections {
  connect(): Promise<PoolClient>
  end(): Promise<void>
}

/** The database answers, but as a standby or with `default_transaction_read_only`. */
export class ReadOnlyDatabase extends Error {
  override readonly name = 'ReadOnlyDatabase'

  constructor() {
    super('the database is read-only')
  }
}

/**
 * Takes connections of the host that gave the last one; when that fails or is read-only, of the next,
 * in a circle.
 */
export function connectionsTo(hosts: readonly Pool[]): Connections {
  const checked = new WeakSet<PoolClient>()
  let current = 0

  async function connectTo(host: Pool): Promise<PoolClient> {
    const client = await host.connect()
    if (checked.has(client)) return client
    try {
      const { rows } = await client.query<{ transaction_read_only: string }>(
        'show transaction_read_only',
      )
      if (rows[0]?.transaction_read_only === 'on') throw new ReadOnlyDatabase()
    } catch (error) {
      client.release(true)
      throw error
    }
    checked.add(client)
    return client
  }

  return {
    connect: async () => {
      let reason: unknown
      for (let tried = 0; tried < hosts.length; tried++) {
        const at = current
        const host = hosts[at]
        if (host === undefined) break
        try {
          return await connectTo(host)
        } catch (error) {
          reason ??= error
          // Another caller may have moved on meanwhile.
          if (current === at) current = (at + 1) % hosts.length
        }
      }
      throw reason
    },
    end: async () => {
      await Promise.all(hosts.map((host) => host.end()))
    },
  }
}
