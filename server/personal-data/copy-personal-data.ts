import type { Reply } from '#protocol/endpoint.ts'
import { SITE_AID } from '#protocol/site-app.ts'
import type { exportData } from '#protocol/web/personal-data.ts'
import { describeApp } from '../authenticator-apps/describe-app.ts'
import { describeEvent } from '../events/describe-event.ts'
import { toSeconds } from '../lib/clock.ts'
import { describeLinkedAccounts } from '../linked-accounts/linked-account-info.ts'
import { describePasskey } from '../passkeys/describe-passkeys.ts'
import type { Services } from '../services/services.ts'
import { describeSession } from '../sessions/describe-session.ts'
import { pickDetails } from '../store/profile-details.ts'
import type { Account } from '../store/schema/accounts.ts'
import { describeRemembered } from '../two-step/describe-remembered.ts'

const MAX_EVENTS = 10_000
const MAX_SESSIONS = 1000
const MAX_GRANTS = 1000

/** Returns the copy of all that is stored about a person; `currentHash` is the session that asks, if any. */
export async function copyPersonalData(
  services: Services,
  account: Account,
  currentHash = '',
): Promise<Reply<typeof exportData>> {
  const { authenticatorApps, events, formerAddresses, memberships, pictures } = services
  const { plans, promoCodes, recoveryCodes, sessions } = services
  const accountId = account.id
  const now = services.clock()
  const [
    former,
    allSessions,
    allEvents,
    allMemberships,
    plan,
    promos,
    pictureCount,
    connects,
    apps,
    codesLeft,
    passkeys,
    externalIds,
    allGrants,
    recovery,
    remembered,
    applications,
  ] = await Promise.all([
    formerAddresses.listFormer(accountId, now),
    sessions.list({ accountId, hash: currentHash }, { offset: 0, limit: MAX_SESSIONS }),
    events.list(accountId, { offset: 0, limit: MAX_EVENTS }),
    memberships.ofPerson(accountId),
    plans.find(accountId),
    promoCodes.usedBy(accountId),
    pictures.count(accountId),
    describeLinkedAccounts({ services, app: { aid: SITE_AID } }, accountId),
    authenticatorApps.of(accountId),
    recoveryCodes.left(accountId),
    services.passkeys.of(accountId),
    services.imports.externalIdsOf([accountId]),
    services.oauthGrants.listOf(accountId, { offset: 0, limit: MAX_GRANTS }),
    services.accountRecoveries.find(accountId, now),
    services.rememberedBrowsers.of(accountId, now),
    services.earlyAccess.of(accountId),
  ])
  return {
    exported_at: toSeconds(now),
    account: {
      user_id_str: accountId,
      name: account.name,
      user_unique_name: account.username ?? '',
      ...pickDetails(account),
      locale: account.locale,
      email: account.email ?? '',
      unverified_email: account.unverifiedEmail ?? '',
      mobile: account.mobile ?? '',
      avatar_url: pictures.urlOf(account.avatarKey),
      bg_img_url: pictures.urlOf(account.backgroundKey),
      state: account.state,
      has_password: account.passwordHash === null ? 0 : 1,
      created_by_app: account.createdAid,
      created_at: toSeconds(account.createdAt),
    },
    external_ids: externalIds.map(({ source, externalId }) => ({
      source,
      external_id: externalId,
    })),
    terms: {
      version: account.termsVersion ?? '',
      accepted_at: toSeconds(account.termsAcceptedAt ?? 0),
    },
    former_addresses: former.map(({ address, leftAt }) => ({
      address,
      left_at: toSeconds(leftAt),
    })),
    connects,
    methods: [...passkeys.map(describePasskey), ...apps.map(describeApp)],
    recovery_codes_left: codesLeft,
    recovery_ready_at: toSeconds(recovery?.readyAt ?? 0),
    remembered_browsers: remembered.map(describeRemembered),
    sessions: allSessions.list.map((item) => describeSession(item, currentHash)),
    events: allEvents.list.map(describeEvent),
    memberships: allMemberships.map((membership) => ({
      app_id: membership.aid,
      subject_name: membership.organizationName,
      name: membership.name,
      is_manager: membership.isManager ? 1 : 0,
    })),
    grants: allGrants.list.map((grant) => ({
      client_name: grant.clientName,
      subject_name: grant.organizationName ?? '',
      scope: grant.granted,
      changed_at: toSeconds(grant.changedAt),
      last_used_at: toSeconds(grant.lastUsedAt),
    })),
    plan: {
      plan: plan?.plan ?? '',
      until: toSeconds(plan?.until ?? 0),
      chosen: plan?.chosen?.plan ?? '',
      chosen_at: toSeconds(plan?.chosen?.at ?? 0),
    },
    promo_codes: promos.map(({ code, usedAt }) => ({
      promo_code: code,
      redeemed_at: toSeconds(usedAt),
    })),
    pictures: pictureCount,
    early_access: applications.map(({ email, name, about, system, createdAt }) => ({
      email,
      name,
      about,
      system,
      applied_at: toSeconds(createdAt),
    })),
  }
}
