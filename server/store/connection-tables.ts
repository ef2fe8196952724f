import type { PlatformName } from '#protocol/platforms.ts'

interface ConnectionTable {
  platform: PlatformName
  /** Id of the person there. */
  sub: string
  account_id: string
  screen_name: string
  avatar: string
  created_at: number
  updated_at: number
}

/** The table of third-party accounts, as `migrations/007-third-party.ts` makes it. */
export interface ConnectionTables {
  connections: ConnectionTable
}
