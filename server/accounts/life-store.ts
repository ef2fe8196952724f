import type { Account } from './account-store.ts'
import type { Target } from './targets.ts'

/** What changes of an account's addresses, and its end, need from a database. */
export interface LifeStore {
  /**
   * Reads an account and keeps other transactions from changing it until this one ends, so that a
   * rule about several of its parts still holds when it is written.
   */
  lock(id: string): Promise<Account | undefined>
  /** The same for the account that a proved address belongs to. */
  lockOwner(target: Target): Promise<Account | undefined>
  /**
   * Gives an account an address, or takes it away, while the one it has is still `from`; false when
   * it is not, or another account has the new one. After false a transaction must not go on.
   */
  setAddress(
    id: string,
    channel: Target['channel'],
    from: string | null,
    to: string | null,
  ): Promise<boolean>
  /** Takes an unproved address from whoever gave it. */
  dropUnverified(email: string): Promise<void>
  /**
   * Makes an unproved address the proved one of the account that gave it, unless that account has a
   * proved address already; its password goes, since nobody knows who chose it.
   */
  claimUnverified(email: string): Promise<Account | undefined>
  /** Sets a password where there is none; false when there is one. */
  setFirstPassword(id: string, hash: string): Promise<boolean>
  /** Begins the closing of an active account; false when it is not active. */
  startClosing(id: string, cancelAt: number): Promise<boolean>
  /** Ends the closing while there is time; false when there is none, or nothing to end. */
  revokeClosing(id: string, now: number): Promise<Account | undefined>
  /** Accounts whose time is over. */
  due(now: number, limit: number): Promise<string[]>
  /** Removes an account whose time is over, with all that hangs on it; undefined when it is not. */
  erase(id: string, now: number): Promise<Account | undefined>
}
