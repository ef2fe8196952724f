import type { ProviderName } from '#protocol/providers.ts'
import type { EventKind } from './event-repository.ts'

interface AccountTable {
  id: string
  name: string
  /** Copies of the account's identifiers. */
  username: string | null
  email: string | null
  mobile: string | null
  password_hash: string | null
  avatar_key: string | null
  locale: string
  state: 'active' | 'limited' | 'frozen' | 'banned' | 'cancelling'
  created_aid: number
  created_at: number
  /** An address that nobody has proved; it signs in with the password only. */
  unverified_email: string | null
  /** When a scheduled deletion is due. */
  cancel_at: number | null
  description: string
  /** 0 unknown, 1 male, 2 female. */
  gender: number
  /** `YYYY-MM-DD`, or empty. */
  birthday: string
  background_key: string | null
}

interface IdentifierTable {
  kind: 'email' | 'mobile' | 'username'
  value: string
  account_id: string
}

interface FormerAddressTable {
  id: string
  account_id: string
  channel: 'mobile' | 'email'
  address: string
  left_at: number
  expires_at: number
}

interface ErasedAddressTable {
  /** Keyed hash of an address whose account was erased. */
  hash: string
  expires_at: number
}

interface LinkedAccountTable {
  provider: ProviderName
  /** Id of the person at the provider. */
  sub: string
  account_id: string
  screen_name: string
  avatar: string
  created_at: number
  updated_at: number
}

interface AvatarTable {
  key: string
  account_id: string
  bytes: Uint8Array
  created_at: number
}

interface PictureTable {
  key: string
  account_id: string
  is_sensitive: 0 | 1
  bytes: Uint8Array
  created_at: number
}

interface EventTable {
  id: string
  account_id: string
  kind: EventKind
  by: string
  aid: number
  device: string
  address: string
  at: number
}

interface SessionTable {
  /** SHA-256 of the cookie, hex: a leaked table opens no session. */
  hash: string
  /** Shown to people in their list of sessions. */
  id: string
  account_id: string
  aid: number
  source: string
  device: string
  address: string
  created_at: number
  proved_at: number
  last_seen_at: number
  expires_at: number
  /** Membership that the person acts with; empty for none. */
  membership_id: string
}

interface OrganizationTable {
  id: string
  aid: number
  name: string
  logo_url: string
  is_frozen: 0 | 1
  created_at: number
}

interface MembershipTable {
  id: string
  organization_id: string
  account_id: string
  name: string
  is_manager: 0 | 1
  is_frozen: 0 | 1
  is_organization_frozen: 0 | 1
  created_at: number
  last_login_at: number
}

/** Accounts, sessions and memberships. */
export interface AccountTables {
  accounts: AccountTable
  identifiers: IdentifierTable
  former_addresses: FormerAddressTable
  erased_addresses: ErasedAddressTable
  linked_accounts: LinkedAccountTable
  avatars: AvatarTable
  pictures: PictureTable
  security_events: EventTable
  sessions: SessionTable
  organizations: OrganizationTable
  memberships: MembershipTable
}
