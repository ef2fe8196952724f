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

/** Second verifications and trusted devices, as `migrations/004-verification.ts` makes them. */
export interface VerificationTables {
  verifications: VerificationTable
  trusted_devices: TrustedDeviceTable
}
