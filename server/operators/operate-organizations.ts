import { domainToASCII } from 'node:url'
import { isVisible } from '#protocol/fields.ts'
import { logoUrl } from '#protocol/organization-fields.ts'
import { readAid } from './change-app.ts'
import { requireApp } from '../apps/require-app.ts'
import { operatorSource, type Actor } from '../calls/operator-source.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { replaceManager } from '../manager-transfer/manager-transfer.ts'
import { addMember } from '../organizations/add-member.ts'
import { endMemberships, setMembersFrozen } from '../organizations/change-members.ts'
import { setOrganizationFrozen } from '../organizations/change-organization.ts'
import { takeDomain } from '../organizations/domains.ts'
import type { Author } from '../organizations/organization-events.ts'
import type { Membership } from '../store/membership-repository.ts'
import type { Organization } from '../store/organization-repository.ts'
import type { Account } from '../store/schema/accounts.ts'
import { named } from './account-states.ts'
import { findAccount } from '../accounts/find-account.ts'
import type { Services } from '../services/services.ts'

/** An organization that an operator changes. */
export interface OrganizationAct {
  actor: Actor
  organizationId: string
  /** For operators alone; empty for none. */
  reason: string
}

/** Registers an organization; people act for it once they are its members. @throws OperatorError */
export async function addOrganization(
  services: Pick<Services, 'organizations' | 'registeredApps'>,
  { aid: typed, name, logo }: { aid: string; name: string; logo: string },
): Promise<Organization> {
  const aid = readAid(typed)
  const input = {
    aid,
    name: readName(name),
    baseInfos: { logo_url: readLogo(logo) },
  }
  await requireApp(services, aid)
  return await services.organizations.create(input)
}

/** Ends all sessions for an organization and lets nobody act for it, or undoes that. @throws OperatorError */
export async function freezeOrganization(
  services: Services,
  act: OrganizationAct,
  isFrozen: boolean,
): Promise<void> {
  await changeOrganization(services, act, async (tx, organization, author) => {
    if (await setOrganizationFrozen(tx, author, isFrozen)) return
    throw new OperatorError('conflict', isFrozen ? 'frozen' : 'open', organization.id)
  })
}

/** Takes a domain from an organization, proved or not; returns it as it is stored. @throws OperatorError */
export async function takeDomainAway(
  services: Services,
  act: OrganizationAct,
  typed: string,
): Promise<string> {
  const domain = domainToASCII(typed).toLowerCase()
  return await changeOrganization(services, act, async (tx, { id }, author) => {
    if (await takeDomain(tx, author, domain)) return domain
    throw new OperatorError('unknown', 'domain', id, typed)
  })
}

/** Lets a person act for an organization, as `name` if that is given. @throws OperatorError */
export async function addPerson(
  services: Services,
  act: OrganizationAct,
  who: string,
  { name, isManager }: { name: string | undefined; isManager: boolean },
): Promise<Membership> {
  return await changeOrganization(services, act, async (tx, organization, author) => {
    const account = await findAccount(tx, who)
    const manager = isManager ? await tx.memberships.manager(organization.id) : undefined
    if (isManager) requireActive(account)
    if (manager !== undefined) {
      throw new OperatorError(
        'conflict',
        'hasManager',
        named({ ...manager, id: manager.accountId }),
        organization.id,
      )
    }
    const member = {
      accountId: account.id,
      name: name === undefined ? account.name : readName(name),
      contact: account.email ?? account.mobile ?? '',
      isManager,
    }
    const joined = await addMember(tx, author, organization, member)
    if (joined !== undefined) return joined
    throw new OperatorError('conflict', 'hasMember', named(account), organization.id)
  })
}

/** Makes a member the manager; the `former` one becomes an administrator. @throws OperatorError */
export async function setManager(
  services: Services,
  act: OrganizationAct,
  who: string,
): Promise<{ manager: Membership; former: Membership | undefined }> {
  return await changeMember(services, act, who, async (tx, to, organization, author) => {
    const account = requireActive(await tx.accounts.lock(to.accountId))
    const from = await tx.memberships.manager(organization.id)
    const former = from && (await tx.accounts.byId(from.accountId))
    const people = { from, to, accounts: former === undefined ? [account] : [former, account] }
    const detail = { before: from?.id ?? '', reason: act.reason }
    if (!(await replaceManager(tx, author, organization, people, detail))) {
      throw new OperatorError('conflict', 'manager', named(to))
    }
    await tx.managerTransfers.cancelOf(from === undefined ? [to.id] : [to.id, from.id])
    return { manager: to, former: from }
  })
}

/** Keeps a person from acting for an organization, or undoes that. @throws OperatorError */
export async function freezeMember(
  services: Services,
  act: OrganizationAct,
  who: string,
  isFrozen: boolean,
): Promise<{ member: Membership; sessions: number }> {
  return await changeMember(services, act, who, async (tx, member, _organization, author) => {
    requireNoManager(member)
    const { updated, sessions } = await setMembersFrozen(tx, author, [member], isFrozen)
    if (updated === 0) throw new OperatorError('conflict', isFrozen ? 'frozen' : 'open', member.id)
    return { member, sessions }
  })
}

/** Takes a person out of an organization; their own account stays. @throws OperatorError */
export async function removeMember(
  services: Services,
  act: OrganizationAct,
  who: string,
): Promise<{ member: Membership; sessions: number }> {
  return await changeMember(services, act, who, async (tx, member, _organization, author) => {
    requireNoManager(member)
    const { sessions } = await endMemberships(tx, author, [member])
    return { member, sessions }
  })
}

/** Returns an organization. @throws OperatorError */
export async function requireOrganization(
  { organizations }: Pick<Services, 'organizations'>,
  id: string,
): Promise<Organization> {
  const organization = await organizations.find(id)
  if (organization === undefined) throw new OperatorError('unknown', 'organization', id)
  return organization
}

function readName(input: string): string {
  const name = input.trim()
  if (isVisible(name)) return name
  throw new OperatorError('invalid', 'name')
}

function requireNoManager({ isManager }: Membership): void {
  if (!isManager) return
  throw new OperatorError('conflict', 'managerStays')
}

// The console of an organization hands it over to such people alone, too.
function requireActive(account: Account | undefined): Account {
  if (account?.state === 'active') return account
  throw new OperatorError('conflict', 'managerState', account?.state ?? 'gone')
}

async function changeMember<Result>(
  services: Services,
  act: OrganizationAct,
  who: string,
  change: (
    tx: Services,
    member: Membership,
    organization: Organization,
    author: Author,
  ) => Promise<Result>,
): Promise<Result> {
  return await changeOrganization(services, act, async (tx, organization, author) => {
    const account = await findAccount(tx, who)
    const member = await tx.memberships.findIn(organization.id, account.id)
    if (member !== undefined) return await change(tx, member, organization, author)
    throw new OperatorError('unknown', 'member', named(account), organization.id)
  })
}

// Locked as by members, who change an organization one after another.
async function changeOrganization<Result>(
  { transaction }: Services,
  { actor, organizationId: id }: OrganizationAct,
  change: (tx: Services, organization: Organization, author: Author) => Promise<Result>,
): Promise<Result> {
  return await transaction(async (tx) => {
    const organization = await tx.organizations.lock(id)
    if (organization === undefined) throw new OperatorError('unknown', 'organization', id)
    return await change(tx, organization, {
      source: { ...operatorSource(actor), app: { aid: organization.aid } },
      actor: { id: 'operator', name: '', organizationId: id },
      by: 'operator',
    })
  })
}

// Browsers of members load the logo, so it must be an https address.
function readLogo(input: string): string {
  const [error] = logoUrl.validate(input)
  if (error === undefined) return input
  throw new OperatorError('invalid', 'logo', input)
}
