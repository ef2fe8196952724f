import type { Channel } from '#protocol/code-types.ts'

/** A person's account as it is kept; addresses are normalised. */
export interface Account {
  id: string
  name: string
  username: string | null
  email: string | null
  mobile: string | null
  passwordHash: string | null
  avatarKey: string | null
  locale: string
  state: 'active' | 'limited' | 'frozen' | 'banned' | 'cancelling'
  createdAid: number
  createdAt: number
  /** An address nobody has proved yet: good for signing in by password and for nothing else. */
  unverifiedEmail: string | null
  /** When an account that is being closed is erased. */
  cancelAt: number | null
  description: string
  /** 0 unknown, 1 male, 2 female. */
  gender: number
  /** `YYYY-MM-DD`, or empty. */
  birthday: string
  backgroundKey: string | null
}

/** What accounts need from a database. */
export interface AccountStore {
  byId(id: string): Promise<Account | undefined>
  byEmail(email: string): Promise<Account | undefined>
  byMobile(mobile: string): Promise<Account | undefined>
  /** Which of some e-mail addresses, or mobile numbers, belong to an account. */
  owned(channel: Channel, addresses: readonly string[]): Promise<string[]>
  byUsername(username: string): Promise<Account | undefined>
  /** The account an address belongs to, or else the one that was made with it unproved. */
  byLoginEmail(email: string): Promise<Account | undefined>
  /** False when the id or an address is taken. */
  insert(account: Account): Promise<boolean>
  setPassword(id: string, hash: string): Promise<void>
  /** Replaces a hash only while it is still the one that was read; false when it is not. */
  replacePassword(id: string, from: string, to: string): Promise<boolean>
  setName(id: string, name: string): Promise<void>
  setAvatar(id: string, key: string): Promise<void>
  /** Changes the state only while it is still the one that was read. */
  setState(id: string, from: Account['state'], to: Account['state']): Promise<boolean>
}
