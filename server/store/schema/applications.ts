import type { Language } from '#protocol/common-params.ts'

/** A row of `apps`; `origins`, `redirects` and `settings` are JSON. */
export interface StoredApp {
  aid: number
  name: string
  origins: string
  redirects: string
  settings: string
  createdAt: number
}

/** A secret of an application. */
export interface AppSecret {
  /** SHA-256 of the secret, hex. */
  hash: string
  aid: number
  /** Shown in lists, to end it by. */
  id: string
  createdAt: number
}

/** A token of the admin API; its text is never stored. */
export interface AdminToken {
  /** Shown in lists and events. */
  id: string
  name: string
  /** SHA-256 of the token, hex. */
  hash: string
  /** Separated by spaces. */
  scopes: string
  /** The only application whose people it sees; null for all. */
  aid: number | null
  /** Ranges separated by commas; empty for all. */
  networks: string
  createdAt: number
  expiresAt: number
  /** 0 for never. */
  lastUsedAt: number
  /** 0 while it has not been ended. */
  endedAt: number
}

/** A request that a token may repeat; `requestDigest` is keyed. */
export interface IdempotencyKey {
  tokenId: string
  key: string
  requestDigest: string
  /** Null within the transaction of the request, and once the account is erased. */
  accountId: string | null
  expiresAt: number
}

/** A sealing key pair; keys are base64url, times are seconds. */
export interface StoredSealKey {
  kid: string
  publicKey: string
  secretKey: string
  nbf: number
  exp: number
}

/** A row of `plans`; `chosen` is empty and `chosenAt` null while nothing is chosen. */
export interface StoredPlan {
  accountId: string
  plan: string
  until: number | null
  chosen: string
  billing: 'monthly' | 'yearly'
  currency: string
  chosenAt: number | null
}

/** A code that gives a discount. */
export interface PromoCode {
  /** In capital letters. */
  readonly code: string
  readonly percent: number
  readonly months: number
  /** Number of people who may still use it. */
  readonly usesLeft: number
  /** Null when it does not expire. */
  readonly until: number | null
  readonly createdAt: number
}

/** State of an application; `joined` has used the code of an invitation, `left` wants no mail. */
export type ApplicationState = 'pending' | 'confirmed' | 'invited' | 'joined' | 'left'

/** An application for early access. */
export interface Application {
  readonly id: string
  readonly aid: number
  readonly email: string
  readonly name: string
  readonly about: string
  /** `macos`, `windows`, `linux` or empty. */
  readonly system: string
  readonly language: Language
  readonly state: ApplicationState
  readonly createdAt: number
}

/** A row of `early_access`. */
export interface StoredApplication extends Application {
  /** Keyed hash of the code of an invitation; empty while there is none. */
  readonly codeHash: string
  readonly accountId: string | null
  readonly expiresAt: number | null
}

/** Daily count of a report; `bucket` is the upper limit of durations in ms. */
export interface Tally {
  /** Such as `2026-11-21`. */
  day: string
  aid: number
  kind: string
  name: string
  /** -1 without a duration, 0 for durations above the last limit. */
  bucket: number
  count: number
  /** Sum of the durations in milliseconds. */
  sum: number
}

/** Tables of applications and of the server itself. */
export interface ApplicationTables {
  adminTokens: AdminToken
  idempotencyKeys: IdempotencyKey
  appSecrets: AppSecret
  apps: StoredApp
  sealKeys: StoredSealKey
  sealUses: { jti: string; expiresAt: number }
  /** `name` is the name of a setting. */
  secretMarks: { name: string; mark: string }
  telemetry: Tally
  earlyAccess: StoredApplication
  promoCodes: PromoCode
  promoUses: { code: string; accountId: string; usedAt: number }
  plans: StoredPlan
  leases: { name: string; holder: string; expiresAt: number }
  /** `digest` is the SHA-256 of the migration's text, hex. */
  migrations: { name: string; digest: string; appliedAt: number }
}
