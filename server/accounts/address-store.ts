import type { Target } from './targets.ts'
import { DAY_MS } from '../clock.ts'

/** How long an address that left an account can be put back by support, in milliseconds. */
export const FORMER_ADDRESS_MS = 3 * DAY_MS

/** An address that belonged to an account. */
export interface FormerAddress extends Target {
  id: string
  accountId: string
  leftAt: number
  expiresAt: number
}

/** What is kept of addresses that belong to nobody any more. */
export interface AddressStore {
  addFormer(address: FormerAddress): Promise<void>
  /** Addresses an account had lately, the latest first. */
  listFormer(accountId: string, now: number): Promise<FormerAddress[]>
  /** Accounts that lately had an address. */
  formerOwners(target: Target, now: number): Promise<FormerAddress[]>
  /** Keeps the keyed hash of an address whose account was erased. */
  addClosed(hash: string, expiresAt: number): Promise<void>
  isClosed(hash: string, now: number): Promise<boolean>
}
