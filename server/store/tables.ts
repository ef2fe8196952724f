import type { AccountTables } from './account-tables.ts'
import type { CaptchaTables } from './captcha-tables.ts'
import type { SiteTables } from './site-tables.ts'
import type { QrState } from './qr-repository.ts'
import type { Tally } from './telemetry-repository.ts'

// Ids are texts, times milliseconds, booleans 0 and 1: what every SQL database can store.

interface CodeTable {
  aid: number
  recipient: string
  type: number
  /** Keyed hash of the code; empty once it was used. */
  hash: string
  tries: number
  sent_at: number
  expires_at: number
}

interface RateLimitTable {
  key: string
  count: number
  expires_at: number
}

interface AttemptLimitTable {
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
  /** JSON list of the origins whose pages may call the server. */
  origins: string
  /** JSON list of the allowed return URLs. */
  redirects: string
  /** JSON object of the settings; those it does not name have their defaults. */
  settings: string
  created_at: number
}

interface OutboxTable {
  id: string
  channel: 'email' | 'mobile' | 'voice' | 'none'
  recipient: string
  subject: string
  body: string
  code: string
  created_at: number
  due_at: number
  attempts: number
  /** Address that ends a mailing list (RFC 8058); empty for mails of no list. */
  one_click: string
}

interface MailboxTable {
  id: string
  channel: 'email' | 'mobile' | 'voice'
  recipient: string
  subject: string
  body: string
  code: string
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
  request_digest: string
  /** JSON list of the methods that are offered. */
  methods: string
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
  /** 1 once another code has replaced it. */
  renewed: number
  last_polled_at: number
  created_at: number
  expires_at: number
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
  /** SHA-256 of the migration's text, hex. */
  digest: string
  applied_at: number
}

/** Every table, as `migrations/` creates them. */
export interface Tables extends AccountTables, CaptchaTables, SiteTables {
  codes: CodeTable
  tickets: TicketTable
  verifications: VerificationTable
  trusted_devices: TrustedDeviceTable
  qr_codes: QrTable
  rate_limits: RateLimitTable
  attempt_limits: AttemptLimitTable
  apps: AppTable
  seal_keys: SealKeyTable
  seal_uses: SealUseTable
  secret_marks: SecretMarkTable
  outbox: OutboxTable
  mailbox: MailboxTable
  telemetry: Tally
  leases: LeaseTable
  migrations: MigrationTable
}
