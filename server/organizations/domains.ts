import { randomInt, timingSafeEqual } from 'node:crypto'
import { domainToASCII } from 'node:url'
import type { Call } from '../calls/call.ts'
import type { Outbox } from '../delivery/outbox.ts'
import { DAY_MS, MINUTE_MS } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { RateLimits } from '../limits/limits.ts'
import type { OrganizationDomainRepository } from '../store/organization-domain-repository.ts'
import type { Organization } from '../store/organization-repository.ts'
import type { Transaction } from '../store/transaction.ts'
import { challengeStepUp, type StepUpServices } from '../two-step/step-up.ts'
import { changeAs, requireActor, type ActingServices, type OrganizationChoice } from './acting.ts'
import { requireNoHold } from './change-organization.ts'
import type { Organizations } from './organizations.ts'
import { publicMailHosts } from './public-mail-hosts.ts'

/** Services that this module needs. */
export interface DomainServices extends ActingServices, StepUpServices {
  organizationDomains: OrganizationDomainRepository
  organizations: Organizations
  outbox: Outbox
  rateLimits: RateLimits
  transaction: Transaction<DomainServices>
}

type Context = Call<DomainServices>

/** Another code can be sent after this time, in milliseconds. */
export const DOMAIN_RESEND_MS = MINUTE_MS

// Who reads such a mailbox may not be in the office today.
const CODE_LIFE_MS = DAY_MS
const CODE_DIGITS = 6
const MAX_TRIES = 5
/** Codes in a day: to a domain from all organizations, and from one organization. */
const PER_DOMAIN = 3
const PER_ORGANIZATION = 10

/** Mails a code to the administrators of a domain. @throws domain_taken, domain_public, code_frequency, … */
export async function addDomain(
  context: Context,
  choice: OrganizationChoice & { ticket?: string | undefined },
  { domain: typed, mailbox }: { domain: string; mailbox: string },
): Promise<void> {
  const domain = toDomain(typed)
  if (publicMailHosts.has(domain)) throw new PassportError('domain_public')
  const requireRecent = await challengeStepUp(context, choice.ticket, 'domain_add')
  await changeAs<DomainServices, void>(
    context,
    choice,
    'domain.manage',
    async (tx, { membership }) => {
      await requireRecent(tx)
      const organization = await organizationOf(tx, membership.organizationId)
      requireNoHold(organization, context.now)
      const { id: organizationId, aid } = organization
      const recipient = { channel: 'email' as const, address: `${mailbox}@${domain}` }
      if (!tx.outbox.canSend('email')) throw new PassportError('code_send_error')
      if ((await tx.organizationDomains.ownerOf(aid, domain)) !== undefined) {
        throw new PassportError('domain_taken')
      }
      const waitSeconds = await tx.rateLimits.take([
        { key: `domain codes to ${domain}`, max: PER_DOMAIN, windowMs: DAY_MS },
        { key: `domain codes of ${organizationId}`, max: PER_ORGANIZATION, windowMs: DAY_MS },
      ])
      if (waitSeconds !== undefined) {
        throw new PassportError('invitation_limit', { retry_after: waitSeconds })
      }
      const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
      const isSent = await tx.organizationDomains.start(
        {
          organizationId,
          domain,
          aid,
          state: 'pending',
          mailbox,
          codeHash: codeHashOf(tx, organizationId, domain, code),
          tries: 0,
          sentAt: context.now,
          expiresAt: context.now + CODE_LIFE_MS,
          verifiedAt: 0,
        },
        context.now - DOMAIN_RESEND_MS,
      )
      if (!isSent) throw new PassportError('code_frequency', { retry_after: 60 })
      const details = { organization: organization.name, inviter: membership.name, address: domain }
      await tx.outbox.add([
        {
          kind: 'organization_domain',
          aid: context.app.aid,
          recipient,
          language: context.language,
          code,
          details,
        },
      ])
      await tx.organizationEvents.note(context, membership, 'domain_added', { id: domain })
    },
  )
}

/** Proves a domain by its code. @throws code_error, code_expired, domain_taken, transfer_hold */
export async function verifyDomain(
  context: Context,
  choice: OrganizationChoice,
  { domain: typed, code }: { domain: string; code: string },
): Promise<void> {
  const { organizationDomains } = context.services
  const domain = toDomain(typed)
  const { membership: caller } = await requireActor(context, choice, 'domain.manage')
  const { organizationId } = caller
  // Counted apart from what it allows, so that a wrong code costs an attempt.
  const tried = await organizationDomains.countTry(organizationId, domain, MAX_TRIES, context.now)
  if (tried === undefined) throw new PassportError('code_expired')
  const hash = codeHashOf(context.services, organizationId, domain, code)
  if (!timingSafeEqual(Buffer.from(hash), Buffer.from(tried.codeHash))) {
    throw new PassportError('code_error')
  }
  await changeAs<DomainServices, void>(
    context,
    choice,
    'domain.manage',
    async (tx, { membership }) => {
      requireNoHold(await organizationOf(tx, organizationId), context.now)
      const { organizationDomains: domains } = tx
      const result = await domains.verify(organizationId, domain, hash, context.now)
      if (result === 'stale') throw new PassportError('code_expired')
      if (result === 'taken') throw new PassportError('domain_taken')
      await tx.organizationEvents.note(context, membership, 'domain_verified', { id: domain })
    },
  )
}

/** Gives a domain up. @throws not_in_organization, transfer_hold */
export async function removeDomain(
  context: Context,
  choice: OrganizationChoice & { ticket?: string | undefined },
  typed: string,
): Promise<void> {
  const domain = toDomain(typed)
  const requireRecent = await challengeStepUp(context, choice.ticket, 'domain_remove')
  await changeAs<DomainServices, void>(
    context,
    choice,
    'domain.manage',
    async (tx, { membership }) => {
      await requireRecent(tx)
      const { organizationId } = membership
      requireNoHold(await organizationOf(tx, organizationId), context.now)
      if (!(await tx.organizationDomains.remove(organizationId, domain))) {
        throw new PassportError('not_in_organization')
      }
      await tx.organizationEvents.note(context, membership, 'domain_removed', { id: domain })
    },
  )
}

/** Returns the domain of an address; empty for a mobile number. */
export function domainOf(address: string): string {
  const at = address.lastIndexOf('@')
  return at === -1 ? '' : domainToASCII(address.slice(at + 1)).toLowerCase()
}

function toDomain(typed: string): string {
  const domain = domainToASCII(typed).toLowerCase()
  if (domain === '') {
    throw new PassportError('bad_parameter', { fields: [{ field: 'domain', rule: 'format' }] })
  }
  return domain
}

async function organizationOf(
  { organizations }: DomainServices,
  id: string,
): Promise<Organization> {
  const organization = await organizations.lock(id)
  if (organization === undefined) throw new PassportError('not_member')
  return organization
}

function codeHashOf(
  { requestDigest }: Pick<DomainServices, 'requestDigest'>,
  organizationId: string,
  domain: string,
  code: string,
): string {
  return requestDigest(`domain ${organizationId} ${domain} ${code}`)
}
