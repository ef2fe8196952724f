import type { PlatformName } from '#protocol/platforms.ts'

/** An account at a third party that opens an account here. */
export interface Connection {
  platform: PlatformName
  /** Id of the person there. */
  sub: string
  accountId: string
  screenName: string
  avatar: string
  createdAt: number
  updatedAt: number
}

/** What connections need from a database. */
export interface ConnectionStore {
  find(platform: PlatformName, sub: string): Promise<Connection | undefined>
  /** The connections of an account, by platform. */
  of(accountId: string): Promise<Connection[]>
  /** False when that third-party account, or the account here for that platform, is taken. */
  insert(connection: Connection): Promise<boolean>
  /** Brings name and picture up to date. */
  refresh(connection: Connection): Promise<void>
  /** Takes one away; undefined when it was not there. */
  remove(accountId: string, platform: PlatformName): Promise<Connection | undefined>
  removeAll(accountId: string): Promise<void>
}
