interface FormerAddressTable {
  id: string
  account_id: string
  channel: 'mobile' | 'email'
  address: string
  left_at: number
  expires_at: number
}

interface ClosedAddressTable {
  /** Keyed hash of an address whose account was erased. */
  hash: string
  expires_at: number
}

interface PictureTable {
  key: string
  account_id: string
  is_sensitive: 0 | 1
  bytes: Uint8Array
  created_at: number
}

/** What accounts go through, as `migrations/005-account-life.ts` makes it. */
export interface LifeTables {
  former_addresses: FormerAddressTable
  closed_addresses: ClosedAddressTable
  pictures: PictureTable
}
