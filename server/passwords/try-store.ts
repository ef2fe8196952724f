import type { Failures } from './lock-store.ts'
import type { Account } from '../accounts/account-store.ts'
import type { Login } from '../accounts/logins.ts'

/** What a try to sign in by password meets. */
export interface Tried {
  account: Account | undefined
  /** Whether the account is linked to one at a third party. */
  hasConnections: boolean
  /** Wrong passwords for what was typed. */
  failures: Failures
  /** Where the count of the caller's network stands. */
  counted: number
}

/** What tries by password need from a database. */
export interface TryStore {
  /** All of it by one read, which is the same one whether or not there is an account. */
  look(login: Login, keys: { lock: string; counter: string }, now: number): Promise<Tried>
}
