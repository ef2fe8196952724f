import { SITE_AID } from '../apps/apps.ts'
import type { Call } from '../calls/call.ts'
import { canonicalMailbox } from '../codes/canonical-mailbox.ts'
import type { Config } from '../config/config.ts'
import type { Outbox } from '../delivery/outbox.ts'
import { DAY_MS } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { RequestDigest } from '../lib/request-digest.ts'
import type { RateLimits } from '../limits/limits.ts'
import type { Invitation } from '../store/invitation-repository.ts'
import type { Membership } from '../store/membership-repository.ts'
import type { OrganizationDomainRepository } from '../store/organization-domain-repository.ts'
import type { Organization } from '../store/organization-repository.ts'
import type { InvitedRecipient } from '../store/recipient.ts'
import { domainOf } from '../organizations/domains.ts'
import type { Invitations } from '../organizations/invitations.ts'

export interface InvitationMessageServices {
  config: Config
  invitations: Invitations
  organizationDomains: OrganizationDomainRepository
  outbox: Outbox
  rateLimits: RateLimits
  requestDigest: RequestDigest
}

/** Maximum number of messages to an address in a day, from all organizations together. */
const PER_ADDRESS = 3

/** Maximum numbers of daily messages and open invitations, for an organization in its first week and later. */
const NEW_ORGANIZATION = { ageMs: 7 * DAY_MS, perDay: 20, pending: 50 }
const OLD_ORGANIZATION = { perDay: 500, pending: 5000 }
/** Maximum numbers for addresses in a domain that the organization has proved. */
const OWN_DOMAIN = { perDay: 10_000, pending: 20_000 }
const PER_INVITER = 2000

/** Reports in a day that stop an organization from inviting. */
const REPORTS = 3

/** Stores the message of an invitation; returns its link, except where having it is the proof. */
export async function storeMessage(
  { app, language }: Pick<Call<unknown>, 'app' | 'language'>,
  tx: InvitationMessageServices,
  organization: Organization,
  inviter: Membership,
  { channel, address }: Pick<Invitation, 'channel' | 'address'>,
  ticket: string,
): Promise<string | undefined> {
  const query = new URLSearchParams({
    ticket,
    ...(organization.aid !== SITE_AID && { aid: String(organization.aid) }),
  })
  const link = `${tx.config.PUBLIC_ORIGIN}/form/invitation?${query.toString()}`
  const details = { link, organization: organization.name, inviter: inviter.name }
  const recipient: InvitedRecipient = { channel, address }
  await tx.outbox.add([
    { kind: 'organization_invitation', aid: app.aid, recipient, language, details },
  ])
  return channel === 'lark' ? undefined : link
}

/** Returns the limits of an organization's invitations in a day, by the keys that they are counted under. */
export function invitationLimitsOf(
  { id, createdAt }: Organization,
  now: number,
): { name: string; key: string; max: number }[] {
  const { perDay } = now - createdAt < NEW_ORGANIZATION.ageMs ? NEW_ORGANIZATION : OLD_ORGANIZATION
  return [
    { name: 'invitations', key: dayKey(id, false), max: perDay },
    { name: 'invitations into its domains', key: dayKey(id, true), max: OWN_DOMAIN.perDay },
    { name: 'reports that stop it', key: reportsKey(id), max: REPORTS },
  ]
}

/** Counts a report against an organization. */
export async function countReport(
  { rateLimits }: { rateLimits: RateLimits },
  organizationId: string,
): Promise<void> {
  await rateLimits.count(reportsKey(organizationId), DAY_MS)
}

/**
 * Counts a message before anything is changed: strangers must not be flooded in the name of a company.
 * @throws invitation_limit, code_send_error, policy_refused
 */
export async function countMessage(
  tx: InvitationMessageServices,
  { organization, pending }: { organization: Organization; pending: number },
  { accountId }: Membership,
  recipient: InvitedRecipient,
  now: number,
): Promise<void> {
  if (!tx.outbox.canSend(recipient.channel)) {
    const isLark = recipient.channel === 'lark'
    throw new PassportError(isLark ? 'platform_unavailable' : 'code_send_error')
  }
  const { aid, id, createdAt, policy } = organization
  const isNew = now - createdAt < NEW_ORGANIZATION.ageMs
  const domain = domainOf(recipient.address)
  const isOwn = domain !== '' && (await tx.organizationDomains.ownerOf(aid, domain)) === id
  if (!isOwn && policy.invite_domains_only === 1) {
    const allowed = (await tx.organizationDomains.list(id)).filter(
      (one) => one.state === 'verified',
    )
    throw new PassportError('policy_refused', {
      rule: 'invite_domains_only',
      allowed: allowed.map((one) => one.domain),
    })
  }
  const limits = isOwn ? OWN_DOMAIN : isNew ? NEW_ORGANIZATION : OLD_ORGANIZATION
  const isStopped = (await tx.rateLimits.read(reportsKey(id))) >= REPORTS
  const isBlocked = await tx.invitations.isBlocked(recipient.address, id)
  // Answered alike, so that nobody learns whose address wants no invitations.
  if (isStopped || isBlocked || pending > limits.pending)
    throw new PassportError('invitation_limit')
  const mailbox = tx.requestDigest(
    recipient.channel === 'lark' ? recipient.address : canonicalMailbox(recipient).address,
  )
  const waitSeconds = await tx.rateLimits.take([
    { key: `invited ${mailbox}`, max: PER_ADDRESS, windowMs: DAY_MS },
    { key: dayKey(id, isOwn), max: limits.perDay, windowMs: DAY_MS },
    ...(isOwn ? [] : [{ key: inviterKey(accountId), max: PER_INVITER, windowMs: DAY_MS }]),
  ])
  if (waitSeconds !== undefined) {
    throw new PassportError('invitation_limit', { retry_after: waitSeconds })
  }
}

/** Returns the invitations of a day outside proved domains, with those that were refused. */
export async function countedToday(
  { rateLimits }: Pick<InvitationMessageServices, 'rateLimits'>,
  organizationId: string,
): Promise<number> {
  return await rateLimits.read(dayKey(organizationId, false))
}

/** Counts the previewed invitations before those of the next transaction, as they would be sent first. */
export async function countPreviewed(
  { rateLimits }: Pick<InvitationMessageServices, 'rateLimits'>,
  { organizationId, accountId }: Membership,
  count: number,
): Promise<void> {
  if (count === 0) return
  const limit = { max: count, windowMs: DAY_MS }
  await rateLimits.take(
    Array.from({ length: count }, () => [
      { key: dayKey(organizationId, false), ...limit },
      { key: inviterKey(accountId), ...limit },
    ]).flat(),
  )
}

function inviterKey(accountId: string): string {
  return `invitations by ${accountId}`
}

function reportsKey(organizationId: string): string {
  return `invitation reports ${organizationId}`
}

function dayKey(organizationId: string, isOwnDomain: boolean): string {
  return `invitations of ${organizationId}${isOwnDomain ? ' into its domain' : ''}`
}
