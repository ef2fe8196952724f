import { findAccount } from '../operators/find-account.ts'
import { domainToASCII } from 'node:url'
import { logoUrl } from '#protocol/organization-fields.ts'
import { SITE_AID } from '#protocol/site-app.ts'
import { replaceManager } from '../manager-transfer/manager-transfer.ts'
import { addMember } from '../organizations/add-member.ts'
import { endMemberships, setMembersFrozen } from '../organizations/change-members.ts'
import { setOrganizationFrozen } from '../organizations/change-organization.ts'
import { takeDomain } from '../organizations/domains.ts'
import type { Services } from '../services/services.ts'
import type { Organization } from '../store/organization-repository.ts'
import type { Membership } from '../store/membership-repository.ts'
import { AdminError, UsageError, type Command, type Tools, type CommandInput } from './command.ts'
import { toTable, toTime } from './format.ts'
import { operatorOf } from './operator-of.ts'
import type { Account } from '../store/schema/accounts.ts'

const MEMBER = '<subject id> <id | e-mail | +mobile | username>'

export const addOrganization: Command = {
  name: 'subject add',
  usage: '--name text [--aid number] [--logo address]',
  description: 'Registers an enterprise account; people act for it once they are its members.',
  run: async ({ flags: { name, aid = String(SITE_AID), logo = '' } }, { print, withServices }) => {
    const organization = {
      aid: Number(aid),
      name: readName(name, 'An enterprise account'),
      baseInfos: { logo_url: readLogo(String(logo)) },
    }
    const { id } = await withServices(async (services) => {
      if (!(await services.registeredApps.all()).some((app) => app.aid === organization.aid)) {
        throw new AdminError(`There is no application ${String(aid)}.`)
      }
      return await services.organizations.create(organization)
    })
    print(`${organization.name} is registered as ${id}.`)
  },
}

export const listOrganizations: Command = {
  name: 'subject list',
  usage: '[--of subject id]',
  description: 'Lists the enterprise accounts, or those who act for one.',
  run: async ({ flags: { of } }, { print, withServices }) => {
    if (of !== undefined) {
      const members = await withServices(async (services) => {
        await requireOrganization(services, String(of))
        return await allMembers(services, String(of))
      })
      print(
        toTable(members, {
          identity: ({ id }) => id,
          account: ({ accountId }) => accountId,
          name: ({ name }) => name,
          role: ({ isManager }) => (isManager ? 'manager' : 'member'),
          state: ({ isFrozen }) => (isFrozen ? 'frozen' : 'active'),
        }),
      )
      return
    }
    const organizations = await withServices((services) => services.organizations.all())
    print(
      toTable(organizations, {
        id: ({ id }) => id,
        aid: ({ aid }) => String(aid),
        name: ({ name }) => name,
        state: ({ isFrozen }) => (isFrozen ? 'frozen' : 'active'),
        made: ({ createdAt }) => toTime(createdAt),
      }),
    )
  },
}

export const freezeOrganization: Command = {
  name: 'subject freeze',
  usage: '<subject id> [--off]',
  description:
    'Ends all sessions for an enterprise account and lets nobody act for it; --off undoes it.',
  run: async ({ words: [id = ''], flags: { off } }, { print, withServices }) => {
    const isFrozen = off !== true
    await changeOrganization(withServices, id, async (tx, organization) => {
      if (await setOrganizationFrozen(tx, operatorOf(organization), isFrozen)) return
      throw unchangedError(id, isFrozen)
    })
    print(isFrozen ? `${id} is frozen. All sessions for it have ended.` : `${id} is open again.`)
  },
}

export const removeDomain: Command = {
  name: 'subject domain remove',
  usage: '<subject id> <domain>',
  description: 'Takes a domain from an enterprise account, proved or not.',
  run: async ({ words: [id = '', typed = ''] }, { print, withServices }) => {
    const domain = domainToASCII(typed).toLowerCase()
    await changeOrganization(withServices, id, async (tx, organization) => {
      if (await takeDomain(tx, operatorOf(organization), domain)) return
      throw new AdminError(`${id} has no domain "${typed}".`)
    })
    print(`${id} no longer has ${domain}.`)
  },
}

export const addMemberCommand: Command = {
  name: 'member add',
  usage: `${MEMBER} [--name text] [--manager]`,
  description:
    'Lets a person act for an enterprise account, under a name of its own if one is given.',
  run: async ({ words: [organizationId = '', input = ''], flags }, { print, withServices }) => {
    const isManager = flags.manager === true
    const added = await changeOrganization(
      withServices,
      organizationId,
      async (tx, organization) => {
        const account = await findAccount(tx, input)
        const manager = isManager ? await tx.memberships.manager(organizationId) : undefined
        if (isManager) requireActive(account)
        if (manager !== undefined) {
          throw new AdminError(
            `${manager.name} (${manager.accountId}) manages ${organizationId}, and there is one manager: put somebody else in their place with "subject manager".`,
          )
        }
        const member = {
          accountId: account.id,
          name: flags.name === undefined ? account.name : readName(flags.name, 'A member'),
          contact: account.email ?? account.mobile ?? '',
          isManager,
        }
        const joined = await addMember(tx, operatorOf(organization), organization, member)
        if (joined !== undefined) return joined
        throw new AdminError(`${account.name} (${account.id}) acts for ${organizationId} already.`)
      },
    )
    print(`${added.name} acts for ${organizationId} as ${added.id}.`)
  },
}

export const setManager: Command = {
  name: 'subject manager',
  usage: `${MEMBER} --reason text`,
  description:
    'Makes a member the manager, for enterprise accounts whose manager is lost; the one before becomes an administrator.',
  run: async (input, tools) => {
    const reason = readName(input.flags.reason, 'The record', '--reason "Manager has left"')
    const membership = await changeMembership(tools, input, async (tx, to, organization) => {
      const account = requireActive(await tx.accounts.lock(to.accountId))
      const from = await tx.memberships.manager(organization.id)
      const former = from && (await tx.accounts.byId(from.accountId))
      const people = { from, to, accounts: former === undefined ? [account] : [former, account] }
      const detail = { before: from?.id ?? '', reason }
      if (!(await replaceManager(tx, operatorOf(organization), organization, people, detail))) {
        throw new AdminError(`${to.name} (${to.id}) is the manager already, or frozen.`)
      }
      await tx.managerTransfers.cancelOf(from === undefined ? [to.id] : [to.id, from.id])
      return to
    })
    tools.print(`${membership.name} (${membership.id}) manages ${membership.organizationId} now.`)
  },
}

// The console hands an organization over to such people alone, too.
function requireActive(account: Account | undefined): Account {
  if (account?.state === 'active') return account
  throw new AdminError(
    `A manager needs an active account, and this one is ${account?.state ?? 'gone'}.`,
  )
}

export const freezeMember: Command = {
  name: 'member freeze',
  usage: `${MEMBER} [--off]`,
  description: 'Keeps a person from acting for an enterprise account; --off undoes it.',
  run: async (input, tools) => {
    const isFrozen = input.flags.off !== true
    const change = changeMembership(tools, input, async (tx, member, organization) => {
      const author = operatorOf(organization)
      requireNoManager(member)
      const { updated, sessions } = await setMembersFrozen(tx, author, [member], isFrozen)
      if (updated === 0) throw unchangedError(member.id, isFrozen)
      return `${member.name} (${member.id}) ${isFrozen ? 'is frozen' : 'may act again'}. Sessions ended: ${sessions}.`
    })
    tools.print(await change)
  },
}

export const removeMember: Command = {
  name: 'member remove',
  usage: MEMBER,
  description: 'Takes a person out of an enterprise account; their own account stays.',
  run: async (input, tools) => {
    const removal = changeMembership(tools, input, async (tx, member, organization) => {
      requireNoManager(member)
      const { sessions } = await endMemberships(tx, operatorOf(organization), [member])
      return `${member.name} (${member.id}) is removed. Sessions ended: ${sessions}.`
    })
    tools.print(await removal)
  },
}

function requireNoManager({ isManager }: Membership): void {
  if (!isManager) return
  throw new AdminError(
    'The manager stays: put somebody else in their place with "subject manager" first.',
  )
}

async function allMembers(services: Services, id: string): Promise<Membership[]> {
  const members: Membership[] = []
  for (;;) {
    const page = { offset: members.length, limit: 1000 }
    const { list } = await services.memberships.members(id, {}, page)
    members.push(...list)
    if (list.length < page.limit) return members
  }
}

async function changeMembership<Result>(
  { withServices }: Tools,
  { words: [organizationId = '', input = ''] }: CommandInput,
  change: (tx: Services, membership: Membership, organization: Organization) => Promise<Result>,
): Promise<Result> {
  return await changeOrganization(withServices, organizationId, async (tx, organization) => {
    const account = await findAccount(tx, input)
    const membership = await tx.memberships.findIn(organizationId, account.id)
    if (membership !== undefined) return await change(tx, membership, organization)
    throw new AdminError(`${account.name} (${account.id}) does not act for ${organizationId}.`)
  })
}

// Locked as by members, who change an organization one after another.
async function changeOrganization<Result>(
  withServices: Tools['withServices'],
  id: string,
  change: (tx: Services, organization: Organization) => Promise<Result>,
): Promise<Result> {
  return await withServices((services) =>
    services.transaction(async (tx) => {
      const organization = await tx.organizations.lock(id)
      if (organization === undefined) throw unknownOrganization(id)
      return await change(tx, organization)
    }),
  )
}

/** @throws AdminError if there is none */
export async function requireOrganization(services: Services, id: string): Promise<Organization> {
  const organization = await services.organizations.find(id)
  if (organization === undefined) throw unknownOrganization(id)
  return organization
}

function unknownOrganization(id: string): AdminError {
  return new AdminError(`There is no enterprise account "${id}".`)
}

function unchangedError(id: string, isFrozen: boolean): AdminError {
  return new AdminError(`${id} is ${isFrozen ? 'frozen' : 'open'} already.`)
}

function readName(
  input: string | boolean | undefined,
  what: string,
  example = '--name "Orchard Ltd"',
): string {
  const name = String(input ?? '').trim()
  if (name === '' || /\p{C}/u.test(name)) {
    throw new UsageError(`${what} needs a printable text: ${example}.`)
  }
  return name
}

// Browsers of members load the logo, so it must be an https address.
function readLogo(input: string): string {
  const [error] = logoUrl.validate(input)
  if (error === undefined) return input
  throw new UsageError(`"${input}" is no address such as https://cdn.example.com/logo.png.`)
}
