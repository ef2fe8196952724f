import { logoUrl } from '#protocol/organization-fields.ts'
import { ADMIN } from '#protocol/permissions.ts'
import { SITE_AID } from '../apps/apps.ts'
import { errorText } from '../lib/error-text.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Services } from '../services/services.ts'
import type { Account } from '../store/account-repository.ts'
import type { Organization } from '../store/organization-repository.ts'
import type { Membership } from '../store/membership-repository.ts'
import { AdminError, UsageError, type Command, type Tools, type CommandInput } from './command.ts'
import { findUser } from './find-user.ts'
import { toTable, toTime } from './format.ts'
import { operatorOf, operatorSource } from './operator-source.ts'

const MEMBER = '<subject id> <id | e-mail | +mobile | username>'

export const addOrganization: Command = {
  name: 'subject add',
  usage: '--name text [--aid number] [--logo address]',
  description: 'Registers an enterprise account; people act for it once they are its members.',
  flags: { name: 'string', aid: 'string', logo: 'string' },
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
      return await asAdminError(services.organizations.create(organization))
    })
    print(`${organization.name} is registered as ${id}.`)
  },
}

export const listOrganizations: Command = {
  name: 'subject list',
  usage: '[--of subject id]',
  description: 'Lists the enterprise accounts, or those who act for one.',
  flags: { of: 'string' },
  run: async ({ flags: { of } }, { print, withServices }) => {
    if (of !== undefined) {
      const members = await withServices(async (services) => {
        await requireOrganization(services, String(of))
        return await allMembers(services, String(of))
      })
      print(
        toTable(
          ['identity', 'account', 'name', 'role', 'state'],
          members.map((member) => [
            member.id,
            member.accountId,
            member.name,
            member.isManager ? 'manager' : 'member',
            member.isFrozen ? 'frozen' : 'active',
          ]),
        ),
      )
      return
    }
    const organizations = await withServices((services) => services.organizations.all())
    print(
      toTable(
        ['id', 'aid', 'name', 'state', 'made'],
        organizations.map((organization) => [
          organization.id,
          String(organization.aid),
          organization.name,
          organization.isFrozen ? 'frozen' : 'active',
          toTime(organization.createdAt),
        ]),
      ),
    )
  },
}

export const freezeOrganization: Command = {
  name: 'subject freeze',
  usage: '<subject id> [--off]',
  description:
    'Ends all sessions for an enterprise account and lets nobody act for it; --off undoes it.',
  flags: { off: 'boolean' },
  words: [1, 1],
  run: async ({ words: [id = ''], flags: { off } }, { print, withServices }) => {
    const isFrozen = off !== true
    await withServices(async (services) => {
      await requireOrganization(services, id)
      await services.transaction(async (tx) => {
        const isChanged = isFrozen
          ? await tx.organizations.freeze(id, 'operator')
          : await tx.organizations.unfreeze(id, ['operator', 'manager'])
        if (!isChanged) throw unchangedError(id, isFrozen)
        const kind = isFrozen ? 'organization_frozen' : 'organization_unfrozen'
        await tx.organizationEvents.note(operatorSource, operatorOf(id), kind)
      })
    })
    print(isFrozen ? `${id} is frozen. All sessions for it have ended.` : `${id} is open again.`)
  },
}

export const addMember: Command = {
  name: 'member add',
  usage: `${MEMBER} [--name text] [--manager]`,
  description:
    'Lets a person act for an enterprise account, under a name of its own if one is given.',
  flags: { name: 'string', manager: 'boolean' },
  words: [2, 2],
  run: async ({ words: [organizationId = '', input = ''], flags }, { print, withServices }) => {
    const { id, name } = await withServices(async (services) => {
      await requireOrganization(services, organizationId)
      const account = await findUser(services, input)
      const membership = {
        organizationId,
        accountId: account.id,
        name: flags.name === undefined ? account.name : readName(flags.name, 'A member'),
        isManager: flags.manager === true,
      }
      if (membership.isManager) requireActive(account)
      const manager = await services.memberships.manager(organizationId)
      if (membership.isManager && manager !== undefined) {
        throw new AdminError(
          `${manager.name} (${manager.accountId}) manages ${organizationId}, and there is one manager: put somebody else in their place with "subject manager".`,
        )
      }
      const added = await services.transaction((tx) => tx.organizations.addMember(membership))
      if (added === undefined) {
        throw new AdminError(`${account.name} (${account.id}) acts for ${organizationId} already.`)
      }
      return added
    })
    print(`${name} acts for ${organizationId} as ${id}.`)
  },
}

export const setManager: Command = {
  name: 'subject manager',
  usage: `${MEMBER} --reason text`,
  description:
    'Makes a member the manager, for enterprise accounts whose manager is lost; the one before becomes an administrator.',
  flags: { reason: 'string' },
  words: [2, 2],
  run: async (input, tools) => {
    const reason = readName(input.flags.reason, 'The record', '--reason "Manager has left"')
    const { membership } = await changeMembership(tools, input, async (tx, member) => {
      const { organizationId } = member
      requireActive(await tx.accounts.lock(member.accountId))
      const before = await tx.memberships.manager(organizationId)
      if (!(await tx.memberships.replaceManager(organizationId, before?.id, member.id))) {
        throw new AdminError(`${member.name} (${member.id}) is the manager already, or frozen.`)
      }
      await tx.managerTransfers.cancelOf([member.id, ...(before ? [before.id] : [])])
      if (before !== undefined) {
        await tx.roles.give(organizationId, ADMIN, [before.id])
        await tx.memberships.endSessions([before])
      }
      await tx.organizations.recordTransfer(organizationId, tools.clock())
      await tx.organizationEvents.note(
        operatorSource,
        operatorOf(organizationId),
        'manager_changed',
        { id: member.id, name: member.name, detail: { before: before?.id ?? '', reason } },
      )
    })
    tools.print(`${membership.name} (${membership.id}) manages ${membership.organizationId} now.`)
  },
}

// The console hands an organization over to such people alone, too.
function requireActive(account: Account | undefined): void {
  if (account?.state === 'active') return
  throw new AdminError(
    `A manager needs an active account, and this one is ${account?.state ?? 'gone'}.`,
  )
}

export const freezeMember: Command = {
  name: 'member freeze',
  usage: `${MEMBER} [--off]`,
  description: 'Keeps a person from acting for an enterprise account; --off undoes it.',
  flags: { off: 'boolean' },
  words: [2, 2],
  run: async (input, tools) => {
    const isFrozen = input.flags.off !== true
    const { membership, ended } = await changeMembership(tools, input, async (tx, member) => {
      const { id } = member
      const changed = isFrozen
        ? await tx.memberships.freeze([id], 'operator', ['', 'manager'])
        : await tx.memberships.freeze([id], '', ['operator', 'manager'])
      if (changed.length === 0) throw unchangedError(id, isFrozen)
      if (isFrozen) await cancelStartedBy(tx, id)
      const kind = isFrozen ? 'member_frozen' : 'member_unfrozen'
      await tx.organizationEvents.note(
        operatorSource,
        operatorOf(member.organizationId),
        kind,
        member,
      )
    })
    const state = isFrozen ? 'is frozen' : 'may act again'
    tools.print(`${membership.name} (${membership.id}) ${state}. Sessions ended: ${ended}.`)
  },
}

export const removeMember: Command = {
  name: 'member remove',
  usage: MEMBER,
  description: 'Takes a person out of an enterprise account; their own account stays.',
  words: [2, 2],
  run: async (input, tools) => {
    const { membership, ended } = await changeMembership(tools, input, async (tx, member) => {
      const { id } = member
      const removed = await tx.memberships.remove([id])
      if (removed.length === 0)
        throw new AdminError(
          'The manager stays: put somebody else in their place with "subject manager" first.',
        )
      await cancelStartedBy(tx, id)
      const operator = operatorOf(member.organizationId)
      await tx.organizationEvents.note(operatorSource, operator, 'member_removed', member)
    })
    tools.print(`${membership.name} (${membership.id}) is removed. Sessions ended: ${ended}.`)
  },
}

// Invitations and hand-overs that a member began end with the membership.
async function cancelStartedBy(tx: Services, membershipId: string): Promise<void> {
  await tx.invitations.cancelOf([membershipId])
  await tx.managerTransfers.cancelOf([membershipId])
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

// Turns a rejection into a sentence for operators.
async function asAdminError<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof PassportError) throw new AdminError(errorText(error.error, 'en'))
    throw error
  }
}

async function changeMembership(
  { withServices }: Tools,
  { words: [organizationId = '', input = ''] }: CommandInput,
  change: (tx: Services, membership: Membership) => Promise<void>,
): Promise<{ membership: Membership; ended: number }> {
  return await withServices((services) =>
    services.transaction(async (tx) => {
      const account = await findUser(tx, input)
      const membership = await tx.memberships.findIn(organizationId, account.id)
      if (membership === undefined) {
        throw new AdminError(`${account.name} (${account.id}) does not act for ${organizationId}.`)
      }
      await change(tx, membership)
      return { membership, ended: await tx.memberships.endSessions([membership]) }
    }),
  )
}

/** @throws AdminError if there is none */
export async function requireOrganization(services: Services, id: string): Promise<Organization> {
  const organization = await services.organizations.find(id)
  if (organization === undefined) throw new AdminError(`There is no enterprise account "${id}".`)
  return organization
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
