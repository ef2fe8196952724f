import type { ProviderName } from '#protocol/providers.ts'
import type { CaptchaTables } from './captcha-tables.ts'
import type { SiteTables } from './site-tables.ts'
import type { EventKind } from './event-repository.ts'
import type { QrState } from './qr-repository.ts'
import type { Tally } from './telemetry-repository.ts'

// Text ids, times as milliseconds in bigint, booleans as 0 and 1: what every SQL database can hold.

interface AccountTable {
  id: string
  name: string
  username: string | null
  email: string | null
  mobile: string | null
  password_hash: string | null
  avatar_key: string | null
  locale: string
  state: 'active' | 'limited' | 'frozen' | 'banned' | 'cancelling'
  created_aid: number
  created_at: number
  /** An address nobody has proved; it signs in with the password and does nothing else. */
  unverified_email: string | null
  /** When an account that is being closed is erased. */
  cancel_at: number | null
  description: string
  /** 0 unknown, 1 male, 2 female. */
  gender: number
  /** `YYYY-MM-DD`, or empty. */
  birthday: string
  background_key: string | null
}

interface SessionTable {
  /** SHA-256 of the cookie, hex: a leaked table opens no session. */
  hash: string
  /** Handle that people see in their list of sessions. */
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
  /** As whom the person acts; empty for themself. */
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

interface CodeTable {
  aid: number
  target: string
  type: number
  /** Keyed hash of the code; empty once it was used. */
  hash: string
  tries: number
  sent_at: number
  expires_at: number
}

interface CounterTable {
  key: string
  count: number
  expires_at: number
}

interface FailureTable {
  key: string
  failures: number
  locked_until: number
  updated_at: number
}

interface SealKeyTable {
  kid: string
  public_key: string
  secret_key: string
  nbf: number
  exp: number
}

interface SealUseTable {
  jti: string
  expires_at: number
}

interface AppTable {
  aid: number
  name: string
  /** JSON list of origins that may call for this application. */
  origins: string
  /** JSON list of addresses that people may be sent back to. */
  redirects: string
  /** JSON object of settings; those it does not name are as usual. */
  settings: string
  registration_open: 0 | 1
  created_at: number
}

interface OutboxTable {
  id: string
  channel: 'email' | 'mobile' | 'voice' | 'none'
  target: string
  subject: string
  body: string
  code: string
  created_at: number
  due_at: number
  attempts: number
  /** Where a mail program ends a list by itself; empty for mails of no list. */
  one_click: string
}

interface MailboxTable {
  id: string
  channel: 'email' | 'mobile' | 'voice'
  target: string
  subject: string
  body: string
  code: string
  created_at: number
}

interface AvatarTable {
  key: string
  account_id: string
  bytes: Uint8Array
  created_at: number
}

interface TicketTable {
  /** SHA-256 of the reference, hex. */
  hash: string
  purpose: string
  aid: number
  holder: string
  /** JSON object. */
  data: string
  expires_at: number
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

interface VerificationTable {
  /** SHA-256 of the `sms_code_key`, hex. */
  key_hash: string
  /** SHA-256 of the `verify_ticket`, hex. */
  ticket_hash: string
  account_id: string
  aid: number
  /** Keyed hash of the web id. */
  web_id: string
  operation: string
  /** Digest of what the protected call is about. */
  target: string
  /** JSON list of the ways that are offered. */
  ways: string
  state: 'required' | 'code_sent' | 'passed' | 'consumed'
  tries: number
  expires_at: number
}

interface TrustedDeviceTable {
  account_id: string
  /** Keyed hash of the web id. */
  web_id: string
  first_seen_at: number
  last_seen_at: number
}

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

interface QrTable {
  id: string
  aid: number
  state: QrState
  bind_hash: string
  holder: string
  network: string
  place: string
  device: string
  next: string
  scanned_by: string
  scanned_aid: number
  answered_in: string
  /** 1 once another code was handed out in place of this one. */
  renewed: number
  last_polled_at: number
  created_at: number
  expires_at: number
}

interface LinkedAccountTable {
  platform: ProviderName
  /** Id of the person there. */
  sub: string
  account_id: string
  screen_name: string
  avatar: string
  created_at: number
  updated_at: number
}

interface SecretMarkTable {
  /** Name of the setting. */
  name: string
  mark: string
}

interface LeaseTable {
  name: string
  holder: string
  expires_at: number
}

interface MigrationTable {
  name: string
  applied_at: number
}

/** Every table of the account server, as `migrations/` makes them. */
export interface Tables extends CaptchaTables, SiteTables {
  accounts: AccountTable
  sessions: SessionTable
  organizations: OrganizationTable
  memberships: MembershipTable
  codes: CodeTable
  counters: CounterTable
  login_failures: FailureTable
  seal_keys: SealKeyTable
  seal_uses: SealUseTable
  apps: AppTable
  outbox: OutboxTable
  mailbox: MailboxTable
  avatars: AvatarTable
  tickets: TicketTable
  security_events: EventTable
  verifications: VerificationTable
  trusted_devices: TrustedDeviceTable
  former_addresses: FormerAddressTable
  closed_addresses: ClosedAddressTable
  pictures: PictureTable
  qr_codes: QrTable
  linked_accounts: LinkedAccountTable
  telemetry: Tally
  leases: LeaseTable
  secret_marks: SecretMarkTable
  migrations: MigrationTable
}
