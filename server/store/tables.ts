import type { Account } from './account-repository.ts'
import type { AppSecret } from './app-secret-repository.ts'
import type { StoredApp } from './app-repository.ts'
import type { Failures } from './attempt-limit-repository.ts'
import type { StoredAvatar } from './avatar-repository.ts'
import type { ChallengeRow, Counter, DecisionRow, DecisionUse } from './captcha-repository.ts'
import type { NewCode } from './code-repository.ts'
import type { StoredApplication } from './early-access-repository.ts'
import type { SecurityEvent } from './event-repository.ts'
import type { FormerAddress } from './former-address-repository.ts'
import type { Identifier } from './identifiers.ts'
import type { StoredInvitation } from './invitation-repository.ts'
import type { LinkedAccount } from './linked-account-repository.ts'
import type { MailboxMessage } from './mailbox-repository.ts'
import type { ManagerTransfer } from './manager-transfer-repository.ts'
import type { StoredMembership } from './membership-repository.ts'
import type { StoredOAuthClient } from './oauth-client-repository.ts'
import type { OAuthGrant } from './oauth-grant-repository.ts'
import type { OAuthKey } from './oauth-key-repository.ts'
import type { OAuthReference } from './oauth-reference-repository.ts'
import type { StoredOAuthResource } from './oauth-resource-repository.ts'
import type { StoredOAuthRequest } from './oauth-request-repository.ts'
import type { OAuthAuthorization, OAuthToken } from './oauth-token-repository.ts'
import type { OrganizationDomain } from './organization-domain-repository.ts'
import type { OrganizationEvent } from './organization-event-repository.ts'
import type { StoredOrganization } from './organization-repository.ts'
import type { OutboxMessage } from './outbox-repository.ts'
import type { OrganizationLogo, StoredPicture } from './picture-repository.ts'
import type { StoredPlan } from './plan-repository.ts'
import type { PromoCode } from './promo-code-repository.ts'
import type { OAuthDeviceCode } from './oauth-device-code-repository.ts'
import type { QrCode } from './qr-repository.ts'
import type { RateCount } from './rate-limit-repository.ts'
import type { StoredMembershipRole, StoredRole } from './role-repository.ts'
import type { StoredSealKey } from './seal-repository.ts'
import type { Session } from './session-repository.ts'
import type { Tally } from './telemetry-repository.ts'
import type { StoredTicket } from './ticket-repository.ts'
import type { StoredVerification } from './verification-repository.ts'

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
  organizations: StoredOrganization
  memberships: StoredMembership
  organizationDomains: OrganizationDomain
  organizationEvents: OrganizationEvent
  roles: StoredRole
  membershipRoles: StoredMembershipRole
  invitations: StoredInvitation
  managerTransfers: ManagerTransfer
  invitationBlocks: { address: string; organizationId: string }
  codes: NewCode & { tries: number }
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
