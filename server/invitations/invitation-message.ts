import type { OrganizationServices } from '../organizations/acting.ts'
import { SITE_AID } from '#protocol/site-app.ts'
import type { Call } from '../calls/call.ts'
import { canonicalMailbox } from '../codes/canonical-mailbox.ts'
import { DAY_MS } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { RequestDigest } from '../lib/request-digest.ts'
import type { RateLimit } from '../limits/limits.ts'
import type { Membership } from '../store/membership-repository.ts'
import type { Organization } from '../store/organization-repository.ts'
import type { InvitedRecipient } from '../store/recipient.ts'
import { domainOf } from '../organizations/domains.ts'
import { messageTicketOf } from './find-invitation.ts'
import type { Invitation } from '../store/schema/organizations.ts'

/** Maximum number of messages to an address in a day, from all organizations together. */
const PER_ADDRESS = 3

/** Maximum numbers of daily messages and open invitations, for an organization in its first week and later. */
const NEW_ORGANIZATION = { ageMs: 7 * DAY_MS, perDay: 20, pending: 50 }
const OLD_ORGANIZATION = { perDay: 500, pending: 5000 }
/** Maximum numbers for addresses in a domain that the organization has proved. */
const OWN_DOMAIN = { perDay: 10_000, pending: 20_000 }
const PER_INVITER = 2000

/** People whose reports stop an inviter for a day, and stopped inviters that stop the organization. */
const REPORTS = 3

/** An invitation with the ticket that its message brings. */
export type Ticketed = Pick<Invitation, 'channel' | 'address' | 'expiresAt'> & { ticket: string }

/** Stores the messages of invitations; returns their links, except where having it is the proof. */
export async function storeMessages(
  { app, language }: Pick<Call<unknown>, 'app' | 'language'>,
  tx: OrganizationServices,
  organization: Organization,
  inviter: Membership,
  invitations: readonly Ticketed[],
): Promise<(string | undefined)[]> {
  const linkOf = (ticket: string): string => {
    const query = new URLSearchParams({
      ticket,
      ...(organization.aid !== SITE_AID && { aid: String(organization.aid) }),
    })
    return `${tx.config.PUBLIC_ORIGIN}/form/invitation?${query.toString()}`
  }
  const messages = invitations.map(({ channel, address, expiresAt, ticket }) => {
    const link = linkOf(messageTicketOf(tx, ticket))
    const recipient: InvitedRecipient = { channel, address }
    const names = { organization: organization.name, inviter: inviter.name }
    return { recipient, details: { link, expiresAt, ...names } }
  })
  await tx.outbox.add(
    messages.map((one) => ({ kind: 'organization_invitation', aid: app.aid, language, ...one })),
  )
  return invitations.map(({ channel, ticket }) => (channel === 'lark' ? undefined : linkOf(ticket)))
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
    { name: 'inviters stopped by reports', key: stoppedKey(id), max: REPORTS },
  ]
}

/** Counts a report, once for each person; returns whether it stops the inviter. */
export async function countReport(
  { rateLimits, requestDigest }: Pick<OrganizationServices, 'rateLimits' | 'requestDigest'>,
  { invitedBy, organizationId, ...recipient }: Invitation,
): Promise<boolean> {
  const reporter = mailboxOf(requestDigest, recipient)
  const once = { key: `report of ${invitedBy} by ${reporter}`, max: 1, windowMs: DAY_MS }
  if ((await rateLimits.take([once])) !== undefined) return false
  if ((await rateLimits.count(reportsKey(invitedBy), DAY_MS)) !== REPORTS) return false
  await rateLimits.count(stoppedKey(organizationId), DAY_MS)
  return true
}

/**
 * Counts a message before anything is changed: strangers must not be flooded in the name of a company.
 * @throws invitation_limit, invitations_stopped, code_send_error, policy_refused
 */
export async function countMessage(
  tx: OrganizationServices,
  limited: { organization: Organization; pending: number },
  inviter: Membership,
  recipient: InvitedRecipient,
  now: number,
): Promise<void> {
  const [refusal] = await countMessages(tx, limited, inviter, [recipient], now)
  if (refusal !== undefined) throw refusal
}

/** Like `countMessage` for several messages, in a few statements; returns the error of each. */
export async function countMessages(
  tx: OrganizationServices,
  { organization, pending }: { organization: Organization; pending: number },
  { accountId, id: inviterId }: Membership,
  recipients: readonly InvitedRecipient[],
  now: number,
): Promise<(PassportError | undefined)[]> {
  if (recipients.length === 0) return []
  const { id, createdAt, policy } = organization
  const isNew = now - createdAt < NEW_ORGANIZATION.ageMs
  const verified = (await tx.organizationDomains.list(id)).filter((one) => one.state === 'verified')
  const own = new Set(verified.map(({ domain }) => domain))
  const isStopped =
    (await tx.rateLimits.read(reportsKey(inviterId), DAY_MS)) >= REPORTS ||
    (await tx.rateLimits.read(stoppedKey(id), DAY_MS)) >= REPORTS
  const addresses = recipients.map(({ address }) => address)
  const blocked = new Set(await tx.invitations.blockedAmong(addresses, id, now))
  let before = pending
  const refusalFor = ({ channel, address }: InvitedRecipient): PassportError | undefined => {
    if (!tx.outbox.canSend(channel)) {
      return new PassportError(channel === 'lark' ? 'platform_unavailable' : 'code_send_error')
    }
    const isOwn = own.has(domainOf(address))
    if (!isOwn && policy.invite_domains_only === 1) {
      return new PassportError('policy_refused', { rule: 'invite_domains_only', allowed: [...own] })
    }
    const isFull = before > limitsFor(isOwn, isNew).pending
    if (isStopped) return new PassportError('invitations_stopped')
    // Answered alike, so that nobody learns whose address wants no invitations.
    if (blocked.has(address) || isFull) return new PassportError('invitation_limit')
    before++
    return undefined
  }
  const refusals = recipients.map(refusalFor)
  const limits = recipients.map((recipient, at): RateLimit[] => {
    if (refusals[at] !== undefined) return []
    const isOwn = own.has(domainOf(recipient.address))
    const mailbox = mailboxOf(tx.requestDigest, recipient)
    const { perDay } = limitsFor(isOwn, isNew)
    return [
      { key: `invited ${mailbox}`, max: PER_ADDRESS, windowMs: DAY_MS },
      { key: dayKey(id, isOwn), max: perDay, windowMs: DAY_MS },
      ...(isOwn ? [] : [{ key: inviterKey(accountId), max: PER_INVITER, windowMs: DAY_MS }]),
    ]
  })
  const waits = await tx.rateLimits.takeEach(limits)
  return refusals.map((refusal, at) => {
    const retry_after = waits[at]
    if (refusal !== undefined || retry_after === undefined) return refusal
    return new PassportError('invitation_limit', { retry_after })
  })
}

function limitsFor(isOwn: boolean, isNew: boolean): { perDay: number; pending: number } {
  return isOwn ? OWN_DOMAIN : isNew ? NEW_ORGANIZATION : OLD_ORGANIZATION
}

/** Returns the invitations of a day outside proved domains, with those that were refused. */
export async function countedToday(
  { rateLimits }: Pick<OrganizationServices, 'rateLimits'>,
  organizationId: string,
): Promise<number> {
  return await rateLimits.read(dayKey(organizationId, false), DAY_MS)
}

/** Counts the previewed invitations before those of the next transaction, as they would be sent first. */
export async function countPreviewed(
  { rateLimits }: Pick<OrganizationServices, 'rateLimits'>,
  { organizationId, accountId }: Membership,
  count: number,
): Promise<void> {
  if (count === 0) return
  const limit = { max: count, windowMs: DAY_MS, times: count }
  await rateLimits.take([
    { key: dayKey(organizationId, false), ...limit },
    { key: inviterKey(accountId), ...limit },
  ])
}

function inviterKey(accountId: string): string {
  return `invitations by ${accountId}`
}

function mailboxOf(digest: RequestDigest, { channel, address }: InvitedRecipient): string {
  return digest(channel === 'lark' ? address : canonicalMailbox({ channel, address }).address)
}

function reportsKey(membershipId: string): string {
  return `reports of invitations by ${membershipId}`
}

function stoppedKey(organizationId: string): string {
  return `stopped inviters of ${organizationId}`
}

function dayKey(organizationId: string, isOwnDomain: boolean): string {
  return `invitations of ${organizationId}${isOwnDomain ? ' into its domain' : ''}`
}
