import { createAccounts, createSecIds } from '../accounts/accounts.ts'
import { productNamesOf } from '../names/names.ts'
import { createFormerAddresses } from '../accounts/former-addresses.ts'
import { createIds } from '../accounts/ids.ts'
import type { Apps } from '../apps/apps.ts'
import { createAuthenticatorApps } from '../authenticator-apps/authenticator-apps.ts'
import { brandOf, type Brand } from '../apps/brand.ts'
import { createSiteAttack, siteLimitsOf } from '../captcha/site-level.ts'
import { createCodeAttempts } from '../codes/code-attempts.ts'
import { createCodes } from '../codes/codes.ts'
import type { Config } from '../config/config.ts'
import type { Secrets } from '../config/secrets.ts'
import { createMailRefusals } from '../delivery/mail-refusals.ts'
import { createMessageWriter, createOutbox, type OnAdded } from '../delivery/outbox.ts'
import { createEarlyAccess } from '../early-access/early-access.ts'
import { createEvents } from '../events/events.ts'
import { SECOND_MS, type Clock } from '../lib/clock.ts'
import { createRateLimits } from '../limits/limits.ts'
import { createInvitations } from '../organizations/invitations.ts'
import { createLinkedAccounts } from '../linked-accounts/linked-accounts.ts'
import { createLogoutCalls } from '../oauth/logout-calls.ts'
import { createOperatorRecord } from '../events/operator-record.ts'
import type { OAuth } from '../oauth/oauth.ts'
import { createMemberships, type MemberCounts } from '../organizations/memberships.ts'
import { createOrganizationEvents } from '../organizations/organization-events.ts'
import type { OrganizationIds } from '../organizations/organization-ids.ts'
import { createOrganizations } from '../organizations/organizations.ts'
import { createRoleLookup, createRoles } from '../organizations/roles.ts'
import { createPasskeys } from '../passkeys/passkeys.ts'
import { sealSignerKey } from '../passwords/foreign/signer-key.ts'
import { createPasswordAttempts } from '../passwords/password-attempts.ts'
import { createPictures } from '../profiles/pictures.ts'
import { createQr } from '../qr-sign-in/qr.ts'
import { createSessionLookup, createSessions } from '../sessions/sessions.ts'
import { accountListRepository } from '../store/account-list-repository.ts'
import { accountLifecycleRepository } from '../store/account-lifecycle-repository.ts'
import { accountRepository } from '../store/account-repository.ts'
import { adminTokenRepository } from '../store/admin-token-repository.ts'
import { appSecretRepository } from '../store/app-secret-repository.ts'
import { accountRecoveryRepository } from '../store/account-recovery-repository.ts'
import { appRepository } from '../store/app-repository.ts'
import { attemptLimitRepository } from '../store/attempt-limit-repository.ts'
import { authenticatorAppRepository } from '../store/authenticator-app-repository.ts'
import { avatarRepository } from '../store/avatar-repository.ts'
import { captchaCounterRepository } from '../store/captcha-repository.ts'
import { codeRepository } from '../store/code-repository.ts'
import { consoleSessionRepository } from '../store/console-session-repository.ts'
import type { Queries } from '../store/database.ts'
import { earlyAccessRepository } from '../store/early-access-repository.ts'
import { erasureRepository } from '../store/erasure-repository.ts'
import { eventRepository } from '../store/event-repository.ts'
import { formerAddressRepository } from '../store/former-address-repository.ts'
import { importRepository } from '../store/import-repository.ts'
import { invitationRepository } from '../store/invitation-repository.ts'
import { linkedAccountRepository } from '../store/linked-account-repository.ts'
import { mailboxRepository } from '../store/mailbox-repository.ts'
import { managerTransferRepository } from '../store/manager-transfer-repository.ts'
import { membershipRepository } from '../store/membership-repository.ts'
import { oauthClientRepository } from '../store/oauth-client-repository.ts'
import { oauthDeviceCodeRepository } from '../store/oauth-device-code-repository.ts'
import { oauthGrantRepository } from '../store/oauth-grant-repository.ts'
import { oauthLogoutRepository } from '../store/oauth-logout-repository.ts'
import { oauthReferenceRepository } from '../store/oauth-reference-repository.ts'
import { oauthResourceRepository } from '../store/oauth-resource-repository.ts'
import { oauthRequestRepository } from '../store/oauth-request-repository.ts'
import { oauthTokenRepository } from '../store/oauth-token-repository.ts'
import { operatorRepository } from '../store/operator-repository.ts'
import { organizationDomainRepository } from '../store/organization-domain-repository.ts'
import { searchTextRepository } from '../store/search-text-repository.ts'
import { organizationEventRepository } from '../store/organization-event-repository.ts'
import { organizationRepository } from '../store/organization-repository.ts'
import { outboxRepository } from '../store/outbox-repository.ts'
import { passkeyRepository } from '../store/passkey-repository.ts'
import { passwordAttemptRepository } from '../store/password-attempt-repository.ts'
import { passwordFormRepository } from '../store/password-form-repository.ts'
import { pictureRepository } from '../store/picture-repository.ts'
import { planRepository } from '../store/plan-repository.ts'
import { profileRepository } from '../store/profile-repository.ts'
import { promoCodeRepository } from '../store/promo-code-repository.ts'
import { qrRepository } from '../store/qr-repository.ts'
import { rememberedBrowserRepository } from '../store/remembered-browser-repository.ts'
import { recoveryCodeRepository } from '../store/recovery-code-repository.ts'
import { rateLimitRepository } from '../store/rate-limit-repository.ts'
import { roleRepository } from '../store/role-repository.ts'
import { sealRepository } from '../store/seal-repository.ts'
import { secretMarkRepository } from '../store/secret-mark-repository.ts'
import { sessionRepository } from '../store/session-repository.ts'
import { ticketRepository } from '../store/ticket-repository.ts'
import { trustedDeviceRepository } from '../store/trusted-device-repository.ts'
import { verificationRepository } from '../store/verification-repository.ts'
import { webhookRepository } from '../store/webhook-repository.ts'
import { createTickets } from '../tickets/tickets.ts'
import { createProofAttempts } from '../two-step/proof-attempts.ts'
import { createRememberedBrowsers } from '../two-step/remembered-browsers.ts'
import { createTrustedDevices } from '../two-step/trusted-devices.ts'
import { createVerifications } from '../two-step/verifications.ts'
import { createWebhooks, type WebhookCache } from '../events/webhooks.ts'
import type { createSenders } from './senders.ts'

/** Modules that are bound to the database or, inside `transaction`, to the transaction. */
export type BoundServices = ReturnType<ReturnType<typeof createBind>>

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

/** Returns the function that binds modules to the database or a transaction. */
export function createBind(shared: SharedModules) {
  const { config, secrets, clock, query, apps, oauth, organizationIds, channels } = shared
  const makeId = createIds(clock, config.NODE_NUMBER === 64 ? undefined : config.NODE_NUMBER)
  const secIdOf = createSecIds(secrets)
  const memberCounts: MemberCounts = new Map()
  const webhookCache: WebhookCache = { endpoints: [], readAt: 0 }
  const brandFor = (aid: number): Brand => brandOf(config, apps.cached(aid)?.settings)
  const writeMessage = createMessageWriter(config, brandFor, clock)
  const findRoles = createRoleLookup(roleRepository(query))
  const findSession = createSessionLookup(sessionRepository(query), clock)

  return (on: Queries, onMessages: OnAdded) => {
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
      onMessages,
    )
    const rateLimits = createRateLimits(rateLimitRepository(on), clock)
    const webhooks = createWebhooks(webhookRepository(on), webhookCache, secrets, clock, () =>
      onMessages([{ channel: 'webhook' }]),
    )
    const memberships = createMemberships(
      membershipRepository(on),
      organizationIds,
      memberCounts,
      logoutCalls,
      webhooks,
      clock,
    )
    const outbox = createOutbox(outboxRepository(on), writeMessage, channels, onMessages)
    const sessions = sessionRepository(on)
    const tickets = createTickets(ticketRepository(on), clock)
    const accounts = createAccounts({
      accounts: accountRepository(on),
      lifecycle: accountLifecycleRepository(on),
      formerAddresses,
      clock,
      makeId,
      productNamesOf: (aid) => productNamesOf(config, apps.cached(aid)),
      secIdOf,
      termsVersion: config.TERMS_VERSION,
    })
    return {
      accountRecoveries: accountRecoveryRepository(on),
      accountLists: accountListRepository(on),
      accounts,
      adminTokens: adminTokenRepository(on),
      appSecrets: appSecretRepository(on),
      authenticatorApps: createAuthenticatorApps(authenticatorAppRepository(on), secrets, clock),
      avatars,
      captchaAttack: createSiteAttack(captchaCounterRepository(on), siteLimitsOf(config), clock),
      codeAttempts: createCodeAttempts(attempts, secrets, clock),
      codes: createCodes(codeRepository(on), secrets, clock, config.RESEND_SECONDS * SECOND_MS),
      consoleSessions: consoleSessionRepository(on),
      earlyAccess: createEarlyAccess({
        repository: earlyAccessRepository(on),
        config,
        secrets,
        clock,
        outbox,
        tickets,
      }),
      erasures: erasureRepository(on),
      events: createEvents(eventRepository(on), webhooks, makeId, clock),
      formerAddresses,
      imports: {
        ...importRepository(on),
        makeId,
        /** Encrypts the key that password hashes of a run need. */
        sealKey: (id: string, key: Buffer): string => sealSignerKey(secrets, id, key),
      },
      invitations: createInvitations(invitationRepository(on), makeId),
      linkedAccounts: createLinkedAccounts(linked, accounts, clock),
      logoutCalls,
      mailbox: mailboxRepository(on),
      mailRefusals: createMailRefusals(rateLimits, secrets, clock),
      managerTransfers: managerTransferRepository(on),
      memberships,
      oauthClients: oauthClientRepository(on),
      oauthGrants: oauthGrantRepository(on),
      oauthDeviceCodes: oauthDeviceCodeRepository(on),
      oauthReferences: oauthReferenceRepository(on),
      oauthResources: oauthResourceRepository(on),
      oauthRequests: oauthRequestRepository(on),
      oauthTokens: oauthTokenRepository(on),
      operators: operatorRepository(on),
      operatorRecord: createOperatorRecord(operatorRepository(on), makeId, clock),
      organizationDomains: organizationDomainRepository(on),
      searchTexts: searchTextRepository(on),
      organizationEvents: createOrganizationEvents(
        organizationEventRepository(on),
        rateLimits,
        webhooks,
        makeId,
        clock,
      ),
      organizations: createOrganizations(organizationRepository(on), memberships, makeId, clock),
      outbox,
      passkeys: createPasskeys(passkeyRepository(on), secrets, clock),
      passwordAttempts: createPasswordAttempts(
        attempts,
        passwordAttemptRepository(on),
        secrets,
        clock,
      ),
      passwordForms: passwordFormRepository(on),
      pictures: createPictures(pictureRepository(on), avatars, config.PUBLIC_ORIGIN),
      plans: planRepository(on),
      profiles: profileRepository(on),
      promoCodes: promoCodeRepository(on),
      proofAttempts: createProofAttempts(attempts, secrets, clock),
      qr: createQr(qrRepository(on), secrets, clock, 'sign-in'),
      consentQr: createQr(qrRepository(on), secrets, clock, 'consent'),
      rateLimits,
      recoveryCodes: recoveryCodeRepository(on),
      rememberedBrowsers: createRememberedBrowsers(rememberedBrowserRepository(on), clock),
      registeredApps: appRepository(on),
      roles: createRoles(roleRepository(on), apps, on === query ? findRoles : undefined),
      sealKeys: sealRepository(on),
      secretMarks: secretMarkRepository(on),
      sessions: createSessions(
        sessions,
        findSession,
        accounts,
        memberships,
        logoutCalls,
        webhooks,
        clock,
      ),
      tickets,
      trustedDevices: createTrustedDevices(devices, secrets, clock),
      verifications: createVerifications(verificationRepository(on), secrets, clock),
      webhooks,
    }
  }
}
