import { domainToASCII } from 'node:url'
import type { Call } from '../calls/call.ts'
import type { Proof } from '../codes/codes.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { makeToken } from '../lib/tokens.ts'
import type { Membership } from '../store/membership-repository.ts'
import type { Organization } from '../store/organization-repository.ts'
import { challengeStepUp } from '../two-step/step-up.ts'
import {
  authorOf,
  changeAs,
  requireActor,
  type OrganizationServices,
  type OrganizationChoice,
} from './acting.ts'
import { lockOrganization, requireNoHold } from './change-organization.ts'
import { domainRecordOf } from './domain-records.ts'
import { noteLostDomain } from './lose-domain.ts'
import type { Author } from './organization-events.ts'
import { publicMailHosts } from './public-mail-hosts.ts'
import type { OrganizationDomain } from '../store/schema/organizations.ts'
import type { CodeKey } from '../store/schema/proofs.ts'

type Context = Call<OrganizationServices>

/** Another code can be sent after this time, in milliseconds. */
export const DOMAIN_RESEND_MS = MINUTE_MS

// Administrators may read their mail only on the next day.
const CODE_LIFE_MS = DAY_MS
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
  await changeAs(context, choice, 'domain.manage', async (tx, { membership }) => {
    await requireRecent(tx)
    const organization = await lockOrganization(tx, membership.organizationId)
    requireNoHold(organization, context.now)
    const { id, aid } = organization
    const owner = await tx.organizationDomains.ownerOf(aid, domain)
    if (owner === id) throw new PassportError('domain_proved')
    // Only a record takes a domain from another organization: mailboxes outlive those who own it.
    if (owner !== undefined && by === 'mail') throw new PassportError('domain_taken')
    const others = (await tx.organizationDomains.list(id)).filter((one) => one.domain !== domain)
    if (others.length >= MAX_DOMAINS) throw new PassportError('domain_limit')
    const added: OrganizationDomain = {
      organizationId: id,
      domain,
      aid,
      state: 'pending',
      mailbox: '',
      claim: makeToken(),
      sentAt: 0,
      verifiedAt: 0,
      nextLookupAt: 0,
      missedLookups: 0,
    }
    // A code that was mailed before stays valid.
    if (by === 'dns') await tx.organizationDomains.start(added, 0)
    else await mailCode(context, tx, organization, membership, { ...added, mailbox })
    await tx.organizationEvents.note(context, membership, 'domain_added', { id: domain })
  })
}

async function mailCode(
  { app, language, now }: Context,
  tx: OrganizationServices,
  { id, name }: Organization,
  inviter: Membership,
  added: OrganizationDomain,
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
  const claim = await tx.organizationDomains.start(
    { ...added, sentAt: now },
    now - DOMAIN_RESEND_MS,
  )
  if (claim === undefined) throw new PassportError('code_frequency', { retry_after: 60 })
  const key = codeKeyOf(tx, { ...added, claim })
  const [code = ''] = await tx.codes.issue([{ key, lifeMs: CODE_LIFE_MS }])
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

/** Proves a domain by its code, or by its record even if another organization had it. @throws code_error, code_superseded, domain_record_missing, domain_taken, … */
export async function verifyDomain(
  context: Context,
  choice: OrganizationChoice,
  { domain: typed, code }: { domain: string; code?: string | undefined },
): Promise<void> {
  const domain = toDomain(typed)
  const { membership: caller } = await requireActor(context, choice, 'domain.manage')
  const { organizationId } = caller
  // Before the transaction: wrong codes are counted even if it fails, and name servers are slow.
  const pending = (await context.services.organizationDomains.list(organizationId)).find(
    (one) => one.domain === domain && one.state === 'pending',
  )
  if (pending === undefined) {
    throw new PassportError(code === undefined ? 'not_in_organization' : 'code_expired')
  }
  if (code !== undefined) await requireFree(context.services, pending)
  const proof = await prove(context, pending, code)
  await changeAs(context, choice, 'domain.manage', async (tx, { membership }) => {
    requireNoHold(await lockOrganization(tx, organizationId), context.now)
    const { organizationDomains: domains } = tx
    if (proof !== undefined) await tx.codes.use(proof)
    const former =
      proof === undefined
        ? await domains.takeFromOthers(membership.aid, domain, organizationId)
        : undefined
    const by = proof === undefined ? 'record' : 'code'
    const result = await domains.verify(pending, by, context.now)
    if (result === 'stale') {
      await requireFree(tx, pending)
      throw new PassportError('code_expired')
    }
    if (result === 'taken') throw new PassportError('domain_taken')
    // The records of earlier claims may still stand.
    await domains.renewClaims(membership.aid, domain, makeToken())
    if (former !== undefined) await noteLostDomain(tx, former, domain, 'domain_taken_over')
    await tx.organizationEvents.note(context, membership, 'domain_verified', {
      id: domain,
      detail: former === undefined ? {} : { taken_over: 1 },
    })
  })
}

// @throws domain_taken if another organization has proved the domain
async function requireFree(
  { organizationDomains }: Pick<OrganizationServices, 'organizationDomains'>,
  { aid, organizationId, domain }: OrganizationDomain,
): Promise<void> {
  const owner = (await organizationDomains.ownerOf(aid, domain)) ?? organizationId
  if (owner !== organizationId) throw new PassportError('domain_taken')
}

// Returns what the transaction uses up; undefined where the record proves the domain.
async function prove(
  { services }: Context,
  pending: OrganizationDomain,
  code: string | undefined,
): Promise<Proof | undefined> {
  const { codes, domainRecords, rateLimits } = services
  if (code !== undefined) return await codes.check(codeKeyOf(services, pending), code)
  await rateLimits.spend([
    {
      key: `domain lookups of ${pending.organizationId}`,
      max: LOOKUPS_PER_HOUR,
      windowMs: HOUR_MS,
    },
  ])
  await domainRecords.require(domainRecordOf(services, pending))
  return undefined
}

/** Removes a domain. @throws not_in_organization, transfer_hold */
export async function removeDomain(
  context: Context,
  choice: OrganizationChoice & { ticket?: string | undefined },
  typed: string,
): Promise<void> {
  const domain = toDomain(typed)
  const requireRecent = await challengeStepUp(context, choice.ticket, 'domain_remove')
  await changeAs(context, choice, 'domain.manage', async (tx, { membership }) => {
    await requireRecent(tx)
    const { organizationId } = membership
    requireNoHold(await lockOrganization(tx, organizationId), context.now)
    if (!(await takeDomain(tx, authorOf(context, { membership }), domain))) {
      throw new PassportError('not_in_organization')
    }
  })
}

/** Takes a domain from an organization, in a transaction; returns false where it has no such domain. */
export async function takeDomain(
  tx: Pick<OrganizationServices, 'organizationDomains' | 'organizationEvents'>,
  { source, actor }: Author,
  domain: string,
): Promise<boolean> {
  if (!(await tx.organizationDomains.remove(actor.organizationId, domain))) return false
  await tx.organizationEvents.note(source, actor, 'domain_removed', { id: domain })
  return true
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

function codeKeyOf(
  { codes }: Pick<OrganizationServices, 'codes'>,
  { aid, organizationId, domain, claim }: OrganizationDomain,
): CodeKey {
  return codes.keyOf(aid, `domain ${organizationId} ${domain} ${claim}`)
}
