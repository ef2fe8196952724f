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
  state: 'active' | 'frozen' | 'banned'
  createdAid: number
  createdAt: number
}

/** What accounts need from a database. */
export interface AccountStore {
  byId(id: string): Promise<Account | undefined>
  byEmail(email: string): Promise<Account | undefined>
  byMobile(mobile: string): Promise<Account | undefined>
  byUsername(username: string): Promise<Account | undefined>
  /** False when the id or an address is taken. */
  insert(account: Account): Promise<boolean>
  setPassword(id: string, hash: string): Promise<void>
  /** Replaces a hash only while it is still the one that was read. */
  replacePassword(id: string, from: string, to: string): Promise<void>
  setName(id: string, name: string): Promise<void>
  setAvatar(id: string, key: string): Promise<void>
}
