import { createAccounts, createSecIds, type Accounts } from '../accounts/accounts.ts'
import { createFormerAddresses, type FormerAddresses } from '../accounts/former-addresses.ts'
import { createIds } from '../accounts/ids.ts'
import type { Apps } from '../apps/apps.ts'
import { brandOf, type Brand } from '../apps/brand.ts'
import { createCodeAttempts, type CodeAttempts } from '../codes/code-attempts.ts'
import { createCodes, type Codes } from '../codes/codes.ts'
import type { Config } from '../config/config.ts'
import type { SecretMarkRepository } from '../config/secret-marks.ts'
import type { Secrets } from '../config/secrets.ts'
import { createMessageWriter, createOutbox, type Outbox } from '../delivery/outbox.ts'
import { createEarlyAccess, type EarlyAccess } from '../early-access/early-access.ts'
import { createEvents, type Events } from '../events/events.ts'
import { SECOND_MS, type Clock } from '../lib/clock.ts'
import { createRateLimits, type RateLimits } from '../limits/limits.ts'
import { createInvitations, type Invitations } from '../organizations/invitations.ts'
import { createLinkedAccounts, type LinkedAccounts } from '../linked-accounts/linked-accounts.ts'
import { createLogoutCalls, type LogoutCalls } from '../oauth/logout-calls.ts'
import type { OAuth } from '../oauth/oauth.ts'
import {
  createMemberships,
  type MemberCounts,
  type Memberships,
} from '../organizations/memberships.ts'
import {
  createOrganizationEvents,
  type OrganizationEvents,
} from '../organizations/organization-events.ts'
import type { OrganizationIds } from '../organizations/organization-ids.ts'
import { createOrganizations, type Organizations } from '../organizations/organizations.ts'
import { createRoleLookup, createRoles, type Roles } from '../organizations/roles.ts'
import { createPasswordAttempts, type PasswordAttempts } from '../passwords/password-attempts.ts'
import { createPictures, type Pictures } from '../profiles/pictures.ts'
import { createQr, type Qr } from '../qr-sign-in/qr.ts'
import { createSessionLookup, createSessions, type Sessions } from '../sessions/sessions.ts'
import { accountLifecycleRepository } from '../store/account-lifecycle-repository.ts'
import { accountRepository } from '../store/account-repository.ts'
import { appSecretRepository, type AppSecretRepository } from '../store/app-secret-repository.ts'
import { appRepository, type AppRepository } from '../store/app-repository.ts'
import { attemptLimitRepository } from '../store/attempt-limit-repository.ts'
import { avatarRepository, type AvatarRepository } from '../store/avatar-repository.ts'
import { codeRepository } from '../store/code-repository.ts'
import type { Queries } from '../store/database.ts'
import { earlyAccessRepository } from '../store/early-access-repository.ts'
import { eventRepository } from '../store/event-repository.ts'
import { formerAddressRepository } from '../store/former-address-repository.ts'
import { invitationRepository } from '../store/invitation-repository.ts'
import { linkedAccountRepository } from '../store/linked-account-repository.ts'
import { mailboxRepository, type MailboxRepository } from '../store/mailbox-repository.ts'
import {
  managerTransferRepository,
  type ManagerTransferRepository,
} from '../store/manager-transfer-repository.ts'
import { membershipRepository } from '../store/membership-repository.ts'
import {
  oauthClientRepository,
  type OAuthClientRepository,
} from '../store/oauth-client-repository.ts'
import { oauthDeviceCodeRepository } from '../store/oauth-device-code-repository.ts'
import { oauthGrantRepository, type OAuthGrantRepository } from '../store/oauth-grant-repository.ts'
import { oauthLogoutRepository } from '../store/oauth-logout-repository.ts'
import {
  oauthReferenceRepository,
  type OAuthReferenceRepository,
} from '../store/oauth-reference-repository.ts'
import {
  oauthResourceRepository,
  type OAuthResourceRepository,
} from '../store/oauth-resource-repository.ts'
import {
  oauthRequestRepository,
  type OAuthRequestRepository,
} from '../store/oauth-request-repository.ts'
import { oauthTokenRepository, type OAuthTokenRepository } from '../store/oauth-token-repository.ts'
import {
  organizationDomainRepository,
  type OrganizationDomainRepository,
} from '../store/organization-domain-repository.ts'
import { searchTextRepository, type SearchTextRepository } from '../store/search-text-repository.ts'
import { organizationEventRepository } from '../store/organization-event-repository.ts'
import { organizationRepository } from '../store/organization-repository.ts'
import { outboxRepository } from '../store/outbox-repository.ts'
import { passwordAttemptRepository } from '../store/password-attempt-repository.ts'
import { pictureRepository } from '../store/picture-repository.ts'
import { planRepository, type PlanRepository } from '../store/plan-repository.ts'
import { profileRepository, type ProfileRepository } from '../store/profile-repository.ts'
import { promoCodeRepository, type PromoCodeRepository } from '../store/promo-code-repository.ts'
import { qrRepository } from '../store/qr-repository.ts'
import { rateLimitRepository } from '../store/rate-limit-repository.ts'
import { roleRepository } from '../store/role-repository.ts'
import { sealRepository, type SealRepository } from '../store/seal-repository.ts'
import { secretMarkRepository } from '../store/secret-mark-repository.ts'
import { sessionRepository } from '../store/session-repository.ts'
import { ticketRepository } from '../store/ticket-repository.ts'
import { trustedDeviceRepository } from '../store/trusted-device-repository.ts'
import { verificationRepository } from '../store/verification-repository.ts'
import { createTickets, type Tickets } from '../tickets/tickets.ts'
import { createTrustedDevices, type TrustedDevices } from '../two-step/trusted-devices.ts'
import { createVerifications, type Verifications } from '../two-step/verifications.ts'
import type { createSenders } from './senders.ts'

/** Modules that are bound to the database or, inside `transaction`, to the transaction. */
export interface BoundServices {
  readonly accounts: Accounts
  readonly appSecrets: AppSecretRepository
  readonly avatars: AvatarRepository
  readonly codeAttempts: CodeAttempts
  readonly codes: Codes
  readonly earlyAccess: EarlyAccess
  readonly events: Events
  readonly formerAddresses: FormerAddresses
  readonly invitations: Invitations
  readonly linkedAccounts: LinkedAccounts
  readonly logoutCalls: LogoutCalls
  readonly mailbox: MailboxRepository
  readonly managerTransfers: ManagerTransferRepository
  readonly memberships: Memberships
  readonly oauthClients: OAuthClientRepository
  readonly oauthGrants: OAuthGrantRepository
  readonly oauthDeviceCodes: ReturnType<typeof oauthDeviceCodeRepository>
  readonly oauthReferences: OAuthReferenceRepository
  readonly oauthResources: OAuthResourceRepository
  readonly oauthRequests: OAuthRequestRepository
  readonly oauthTokens: OAuthTokenRepository
  readonly organizationDomains: OrganizationDomainRepository
  readonly searchTexts: SearchTextRepository
  readonly organizationEvents: OrganizationEvents
  readonly organizations: Organizations
  readonly outbox: Outbox
  readonly passwordAttempts: PasswordAttempts
  readonly pictures: Pictures
  readonly plans: PlanRepository
  readonly profiles: ProfileRepository
  readonly promoCodes: PromoCodeRepository
  readonly qr: Qr
  readonly consentQr: Qr
  readonly rateLimits: RateLimits
  readonly registeredApps: AppRepository
  readonly roles: Roles
  readonly sealKeys: SealRepository
  readonly secretMarks: SecretMarkRepository
  readonly sessions: Sessions
  readonly tickets: Tickets
  readonly trustedDevices: TrustedDevices
  readonly verifications: Verifications
}

/** Modules and settings that all bound modules share. */
interface SharedModules {
  config: Config
  secrets: Secrets
  clock: Clock
  query: Queries
  apps: Apps
  oauth: OAuth
  organizationIds: OrganizationIds
  /** Channels that messages can be sent by. */
  channels: ReadonlySet<keyof ReturnType<typeof createSenders>>
}

/** Binds modules to the database or a transaction; `onMessage` is called for each message for the outbox. */
type Bind = (on: Queries, onMessage: () => void) => BoundServices

/** Returns the function that binds modules. */
export function createBind(shared: SharedModules): Bind {
  const { config, secrets, clock, query, apps, oauth, organizationIds, channels } = shared
  const makeId = createIds(clock, config.NODE_NUMBER === 64 ? undefined : config.NODE_NUMBER)
  const secIdOf = createSecIds(secrets)
  const memberCounts: MemberCounts = new Map()
  const brandFor = (aid: number): Brand => brandOf(config, apps.cached(aid)?.settings)
  const writeMessage = createMessageWriter(config, brandFor, clock)
  const findRoles = createRoleLookup(roleRepository(query))
  const findSession = createSessionLookup(sessionRepository(query), clock)

  return (on, onMessage) => {
    const attempts = attemptLimitRepository(on)
    const avatars = avatarRepository(on)
    const devices = trustedDeviceRepository(on)
    const formerAddresses = createFormerAddresses(
      formerAddressRepository(on),
      config,
      secrets,
      clock,
    )
    const linked = linkedAccountRepository(on)
    const logoutCalls = createLogoutCalls(
      oauthLogoutRepository(on),
      outboxRepository(on),
      oauth.sessionIdFor,
      clock,
      onMessage,
    )
    const rateLimits = createRateLimits(rateLimitRepository(on), clock)
    const memberships = createMemberships(
      membershipRepository(on),
      organizationIds,
      memberCounts,
      logoutCalls,
      clock,
    )
    const outbox = createOutbox(outboxRepository(on), writeMessage, channels, onMessage)
    const sessions = sessionRepository(on)
    const tickets = createTickets(ticketRepository(on), clock)
    const accounts = createAccounts({
      accounts: accountRepository(on),
      lifecycle: accountLifecycleRepository(on),
      devices,
      formerAddresses,
      linkedAccounts: linked,
      oauthTokens: oauthTokenRepository(on),
      sessions,
      clock,
      makeId,
      productName: config.PRODUCT_NAME,
      secIdOf,
      termsVersion: config.TERMS_VERSION,
    })
    return {
      accounts,
      appSecrets: appSecretRepository(on),
      avatars,
      codeAttempts: createCodeAttempts(attempts, secrets, clock),
      codes: createCodes(codeRepository(on), secrets, clock, config.RESEND_SECONDS * SECOND_MS),
      earlyAccess: createEarlyAccess({
        repository: earlyAccessRepository(on),
        config,
        secrets,
        clock,
        outbox,
        tickets,
      }),
      events: createEvents(eventRepository(on), makeId, clock),
      formerAddresses,
      invitations: createInvitations(invitationRepository(on), makeId),
      linkedAccounts: createLinkedAccounts(linked, accounts, clock),
      logoutCalls,
      mailbox: mailboxRepository(on),
      managerTransfers: managerTransferRepository(on),
      memberships,
      oauthClients: oauthClientRepository(on),
      oauthGrants: oauthGrantRepository(on),
      oauthDeviceCodes: oauthDeviceCodeRepository(on),
      oauthReferences: oauthReferenceRepository(on),
      oauthResources: oauthResourceRepository(on),
      oauthRequests: oauthRequestRepository(on),
      oauthTokens: oauthTokenRepository(on),
      organizationDomains: organizationDomainRepository(on),
      searchTexts: searchTextRepository(on),
      organizationEvents: createOrganizationEvents(
        organizationEventRepository(on),
        rateLimits,
        makeId,
        clock,
      ),
      organizations: createOrganizations(organizationRepository(on), memberships, makeId, clock),
      outbox,
      passwordAttempts: createPasswordAttempts(
        attempts,
        passwordAttemptRepository(on),
        secrets,
        clock,
      ),
      pictures: createPictures(pictureRepository(on), avatars, config.PUBLIC_ORIGIN),
      plans: planRepository(on),
      profiles: profileRepository(on),
      promoCodes: promoCodeRepository(on),
      qr: createQr(qrRepository(on), secrets, clock, 'sign-in'),
      consentQr: createQr(qrRepository(on), secrets, clock, 'consent'),
      rateLimits,
      registeredApps: appRepository(on),
      roles: createRoles(roleRepository(on), apps, on === query ? findRoles : undefined),
      sealKeys: sealRepository(on),
      secretMarks: secretMarkRepository(on),
      sessions: createSessions(sessions, findSession, accounts, memberships, logoutCalls, clock),
      tickets,
      trustedDevices: createTrustedDevices(devices, secrets, clock),
      verifications: createVerifications(verificationRepository(on), secrets, clock),
    }
  }
}
