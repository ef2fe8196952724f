import type {
  Account,
  ClientLogo,
  FormerAddress,
  Identifier,
  LinkedAccount,
  OrganizationLogo,
  SecurityEvent,
  Session,
  StoredAvatar,
  StoredPicture,
} from './schema/accounts.ts'
import type {
  AppSecret,
  PromoCode,
  StoredApp,
  StoredApplication,
  StoredPlan,
  StoredSealKey,
  Tally,
} from './schema/applications.ts'
import type {
  ChallengeRow,
  Counter,
  DecisionRow,
  DecisionUse,
  Failures,
  RateCount,
} from './schema/limits.ts'
import type { MailboxMessage, OutboxMessage } from './schema/messages.ts'
import type {
  OAuthAuthorization,
  OAuthDeviceCode,
  OAuthGrant,
  OAuthKey,
  OAuthReference,
  OAuthToken,
  StoredOAuthClient,
  StoredOAuthRequest,
  StoredOAuthResource,
} from './schema/oauth.ts'
import type {
  ManagerTransfer,
  OrganizationDomain,
  OrganizationEvent,
  StoredInvitation,
  StoredMembership,
  StoredMembershipRole,
  StoredOrganization,
  StoredRole,
} from './schema/organizations.ts'
import type { NewCode, QrCode, StoredTicket, StoredVerification } from './schema/proofs.ts'

/** Columns that only servers of former versions use, which kept codes beside what they prove. */
interface FormerCode {
  codeHash: string
  tries: number
}

/**
 * Every table of `migrations/`, with names in camel case. Ids are texts, times milliseconds and
 * booleans 0 and 1, which every SQL database can store.
 */
export interface Tables {
  accounts: Account
  identifiers: Identifier
  formerAddresses: FormerAddress
  /** Keyed hashes of addresses whose accounts were erased. */
  erasedAddresses: { hash: string; expiresAt: number }
  linkedAccounts: LinkedAccount
  avatars: StoredAvatar
  pictures: StoredPicture
  securityEvents: SecurityEvent
  sessions: Session
  /** `id` is 1; sessions that began at `at` or before have ended. */
  sessionCutoff: { id: number; at: number }
  organizationLogos: OrganizationLogo
  clientLogos: ClientLogo
  organizations: StoredOrganization
  memberships: StoredMembership
  organizationDomains: OrganizationDomain & FormerCode & { expiresAt: number }
  organizationEvents: OrganizationEvent
  roles: StoredRole
  membershipRoles: StoredMembershipRole
  invitations: StoredInvitation
  managerTransfers: ManagerTransfer & FormerCode
  invitationBlocks: { address: string; organizationId: string; expiresAt: number }
  codes: NewCode & { formerHash: string; tries: number }
  tickets: StoredTicket
  verifications: StoredVerification
  /** `webId` is a keyed hash. */
  trustedDevices: {
    accountId: string
    webId: string
    firstSeenAt: number
    lastSeenAt: number
    secondProvedAt: number
  }
  /** `renewed` is 1 once another code has replaced it. */
  qrCodes: QrCode & { renewed: number }
  rateLimits: RateCount
  attemptLimits: Failures & { key: string; updatedAt: number }
  captchaDecisions: DecisionRow & DecisionUse
  captchaChallenges: ChallengeRow & { state: 'open' | 'answered' | 'replaced' }
  captchaCounters: Counter & { key: string }
  appSecrets: AppSecret
  apps: StoredApp
  sealKeys: StoredSealKey
  sealUses: { jti: string; expiresAt: number }
  /** `name` is the name of a setting. */
  secretMarks: { name: string; mark: string }
  oauthClients: StoredOAuthClient
  oauthGrants: OAuthGrant
  oauthAuthorizations: OAuthAuthorization
  oauthTokens: OAuthToken
  oauthKeys: OAuthKey
  oauthDeviceCodes: OAuthDeviceCode
  oauthReferences: OAuthReference
  oauthReplays: { hash: string; expiresAt: number }
  oauthResources: StoredOAuthResource
  oauthRequests: StoredOAuthRequest
  outbox: OutboxMessage & { dueAt: number }
  mailbox: MailboxMessage
  telemetry: Tally
  earlyAccess: StoredApplication
  promoCodes: PromoCode
  promoUses: { code: string; accountId: string; usedAt: number }
  plans: StoredPlan
  leases: { name: string; holder: string; expiresAt: number }
  /** `digest` is the SHA-256 of the migration's text, hex. */
  migrations: { name: string; digest: string; appliedAt: number }
}
