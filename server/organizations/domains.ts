import { randomInt, timingSafeEqual } from 'node:crypto'
import { domainToASCII } from 'node:url'
import type { Call } from '../calls/call.ts'
import type { Outbox } from '../delivery/outbox.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { RequestDigest } from '../lib/request-digest.ts'
import { hashToken, makeToken } from '../lib/tokens.ts'
import type { RateLimits } from '../limits/limits.ts'
import type { Membership } from '../store/membership-repository.ts'
import type {
  OrganizationDomain,
  OrganizationDomainRepository,
} from '../store/organization-domain-repository.ts'
import type { Organization } from '../store/organization-repository.ts'
import type { Transaction } from '../store/transaction.ts'
import { challengeStepUp, type StepUpServices } from '../two-step/step-up.ts'
import { changeAs, requireActor, type ActingServices, type OrganizationChoice } from './acting.ts'
import { requireNoHold } from './change-organization.ts'
import { domainRecordOf, type DomainRecords } from './domain-records.ts'
import type { Organizations } from './organizations.ts'
import { publicMailHosts } from './public-mail-hosts.ts'

export interface DomainServices extends ActingServices, StepUpServices {
  domainRecords: DomainRecords
  organizationDomains: OrganizationDomainRepository
  organizations: Organizations
  outbox: Outbox
  rateLimits: RateLimits
  requestDigest: RequestDigest
  transaction: Transaction<DomainServices>
}

type Context = Call<DomainServices>

/** Another code can be sent after this time, in milliseconds. */
export const DOMAIN_RESEND_MS = MINUTE_MS

// Administrators may read their mail only on the next day.
const CODE_LIFE_MS = DAY_MS
const CODE_DIGITS = 6
const MAX_TRIES = 5
/** Codes in a day: to a domain from all organizations, and from one organization. */
const PER_DOMAIN = 3
const PER_ORGANIZATION = 10
const LOOKUPS_PER_HOUR = 60
const MAX_DOMAINS = 20

/** Adds a domain, and mails a code to its administrators on request. @throws domain_taken, domain_public, … */
export async function addDomain(
  context: Context,
  choice: OrganizationChoice & { ticket?: string | undefined },
  { domain: typed, by, mailbox }: { domain: string; by: 'mail' | 'dns'; mailbox: string },
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
      const { id, aid } = organization
      const owner = await tx.organizationDomains.ownerOf(aid, domain)
      if (owner !== undefined) {
        throw new PassportError(owner === id ? 'domain_proved' : 'domain_taken')
      }
      const others = (await tx.organizationDomains.list(id)).filter((one) => one.domain !== domain)
      if (others.length >= MAX_DOMAINS) throw new PassportError('domain_limit')
      const added: AddedDomain = {
        organizationId: id,
        domain,
        aid,
        state: 'pending',
        tries: 0,
        verifiedAt: 0,
      }
      if (by === 'dns') await addByRecord(tx, added)
      else await mailCode(context, tx, organization, membership, { ...added, mailbox })
      await tx.organizationEvents.note(context, membership, 'domain_added', { id: domain })
    },
  )
}

type AddedDomain = Pick<
  OrganizationDomain,
  'organizationId' | 'domain' | 'aid' | 'state' | 'tries' | 'verifiedAt'
>

// A code that was mailed before stays valid.
async function addByRecord(
  { organizationDomains }: DomainServices,
  added: AddedDomain,
): Promise<void> {
  const noCode = { mailbox: '', codeHash: hashToken(makeToken()), sentAt: 0, expiresAt: 0 }
  await organizationDomains.start({ ...added, ...noCode }, 0)
}

async function mailCode(
  { app, language, now }: Context,
  tx: DomainServices,
  { id, name }: Organization,
  inviter: Membership,
  added: AddedDomain & { mailbox: string },
): Promise<void> {
  const { domain, mailbox } = added
  if (!tx.outbox.canSend('email')) throw new PassportError('code_send_error')
  const waitSeconds = await tx.rateLimits.take([
    { key: `domain codes to ${domain}`, max: PER_DOMAIN, windowMs: DAY_MS },
    { key: `domain codes of ${id}`, max: PER_ORGANIZATION, windowMs: DAY_MS },
  ])
  if (waitSeconds !== undefined) {
    throw new PassportError('invitation_limit', { retry_after: waitSeconds })
  }
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const codeHash = codeHashOf(tx, id, domain, code)
  const isSent = await tx.organizationDomains.start(
    { ...added, codeHash, sentAt: now, expiresAt: now + CODE_LIFE_MS },
    now - DOMAIN_RESEND_MS,
  )
  if (!isSent) throw new PassportError('code_frequency', { retry_after: 60 })
  await tx.outbox.add([
    {
      kind: 'organization_domain',
      aid: app.aid,
      recipient: { channel: 'email', address: `${mailbox}@${domain}` },
      language,
      code,
      details: { organization: name, inviter: inviter.name, address: domain },
    },
  ])
}

/** Proves a domain by its code or its record. @throws code_error, domain_record_missing, domain_taken, … */
export async function verifyDomain(
  context: Context,
  choice: OrganizationChoice,
  { domain: typed, code }: { domain: string; code?: string | undefined },
): Promise<void> {
  const domain = toDomain(typed)
  const { membership: caller } = await requireActor(context, choice, 'domain.manage')
  const { organizationId } = caller
  // Before the transaction: wrong codes are counted even if it fails, and name servers are slow.
  const hash =
    code === undefined
      ? await proveByRecord(context, organizationId, domain)
      : await proveByCode(context, organizationId, domain, code)
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

async function proveByCode(
  { services, now }: Context,
  organizationId: string,
  domain: string,
  code: string,
): Promise<string> {
  const { organizationDomains } = services
  const tried = await organizationDomains.countTry(organizationId, domain, MAX_TRIES, now)
  if (tried === undefined) throw new PassportError('code_expired')
  const hash = codeHashOf(services, organizationId, domain, code)
  if (!timingSafeEqual(Buffer.from(hash), Buffer.from(tried.codeHash))) {
    throw new PassportError('code_error')
  }
  return hash
}

async function proveByRecord(
  { services }: Context,
  organizationId: string,
  domain: string,
): Promise<string> {
  const { domainRecords, organizationDomains, rateLimits } = services
  const pending = (await organizationDomains.list(organizationId)).find(
    (one) => one.domain === domain && one.state === 'pending',
  )
  if (pending === undefined) throw new PassportError('not_in_organization')
  await rateLimits.spend([
    { key: `domain lookups of ${organizationId}`, max: LOOKUPS_PER_HOUR, windowMs: HOUR_MS },
  ])
  await domainRecords.require(domainRecordOf(services, organizationId, domain))
  return pending.codeHash
}

/** Removes a domain. @throws not_in_organization, transfer_hold */
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
