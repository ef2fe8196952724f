import { createIds } from '../accounts/ids.ts'
import { SITE_AID } from '../apps/apps.ts'
import type { Services } from '../services/services.ts'
import type { Membership } from '../store/membership-repository.ts'
import { AdminError, UsageError, type Command, type Tools, type CommandInput } from './command.ts'
import { findUser } from './find-user.ts'
import { toTable, toTime } from './format.ts'

const MAX_ID_ATTEMPTS = 64
const MEMBER = '<subject id> <id | e-mail | +mobile | user name>'

export const addOrganization: Command = {
  name: 'subject add',
  usage: '--name text [--aid number] [--logo address]',
  description: 'Registers an enterprise account; people act for it once they are its members.',
  flags: { name: 'string', aid: 'string', logo: 'string' },
  run: async (
    { flags: { name, aid = String(SITE_AID), logo = '' } },
    { clock, print, withServices },
  ) => {
    const organization = {
      aid: Number(aid),
      name: readName(name, 'An enterprise account'),
      logoUrl: readLogo(String(logo)),
      isFrozen: false,
      createdAt: clock(),
    }
    const id = await withServices(async (services) => {
      if (!(await services.registeredApps.all()).some((app) => app.aid === organization.aid)) {
        throw new AdminError(`There is no application ${String(aid)}.`)
      }
      return await withNewId(clock, (newId) =>
        services.memberships.insertOrganization({ id: newId, ...organization }),
      )
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
        return await services.memberships.members(String(of))
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
    const organizations = await withServices((services) => services.memberships.organizations())
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
    const ended = await withServices((services) =>
      services.transaction(async (tx) => {
        await requireOrganization(tx, id)
        if (!(await tx.memberships.freezeOrganization(id, isFrozen)))
          throw unchangedError(id, isFrozen)
        return isFrozen ? await tx.memberships.endAllSessions(id) : 0
      }),
    )
    print(isFrozen ? `${id} is frozen. Sessions ended: ${ended}.` : `${id} is open again.`)
  },
}

export const addMember: Command = {
  name: 'member add',
  usage: `${MEMBER} [--name text] [--manager]`,
  description:
    'Lets a person act for an enterprise account, under a name of its own if one is given.',
  flags: { name: 'string', manager: 'boolean' },
  words: [2, 2],
  run: async (
    { words: [organizationId = '', input = ''], flags },
    { clock, print, withServices },
  ) => {
    const { id, name } = await withServices(async (services) => {
      await requireOrganization(services, organizationId)
      const account = await findUser(services, input)
      const membership = {
        organizationId,
        accountId: account.id,
        name: flags.name === undefined ? account.name : readName(flags.name, 'A member'),
        isManager: flags.manager === true,
      }
      const members = await services.memberships.members(organizationId)
      if (members.some(({ accountId }) => accountId === account.id)) {
        throw new AdminError(`${account.name} (${account.id}) acts for ${organizationId} already.`)
      }
      const manager = members.find(({ isManager }) => isManager)
      if (membership.isManager && manager !== undefined) {
        throw new AdminError(
          `${manager.name} (${manager.accountId}) manages ${organizationId}, and there is one manager: take them out first, or leave --manager away.`,
        )
      }
      const membershipId = await withNewId(clock, (newId) =>
        services.transaction((tx) => tx.memberships.insert({ id: newId, ...membership }, clock())),
      )
      return { id: membershipId, name: membership.name }
    })
    print(`${name} acts for ${organizationId} as ${id}.`)
  },
}

export const freezeMember: Command = {
  name: 'member freeze',
  usage: `${MEMBER} [--off]`,
  description: 'Keeps a person from acting for an enterprise account; --off undoes it.',
  flags: { off: 'boolean' },
  words: [2, 2],
  run: async (input, tools) => {
    const isFrozen = input.flags.off !== true
    const { membership, ended } = await changeMembership(tools, input, async (tx, { id }) => {
      if (!(await tx.memberships.freeze(id, isFrozen))) throw unchangedError(id, isFrozen)
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
    const { membership, ended } = await changeMembership(tools, input, async (tx, { id }) => {
      await tx.memberships.remove(id)
    })
    tools.print(`${membership.name} (${membership.id}) is removed. Sessions ended: ${ended}.`)
  },
}

// Another process may create the same id.
async function withNewId(
  clock: Tools['clock'],
  insert: (id: string) => Promise<boolean>,
): Promise<string> {
  const createId = createIds(clock)
  for (let attempt = 0; attempt < MAX_ID_ATTEMPTS; attempt++) {
    const id = createId()
    if (await insert(id)) return id
  }
  throw new AdminError('Somebody else does the same right now; try again.')
}

async function changeMembership(
  { withServices }: Tools,
  { words: [organizationId = '', input = ''] }: CommandInput,
  change: (tx: Services, membership: Membership) => Promise<void>,
): Promise<{ membership: Membership; ended: number }> {
  return await withServices((services) =>
    services.transaction(async (tx) => {
      const account = await findUser(tx, input)
      const members = await tx.memberships.members(organizationId)
      const membership = members.find(({ accountId }) => accountId === account.id)
      if (membership === undefined) {
        throw new AdminError(`${account.name} (${account.id}) does not act for ${organizationId}.`)
      }
      await change(tx, membership)
      return { membership, ended: await tx.memberships.endSessions(membership) }
    }),
  )
}

async function requireOrganization(services: Services, id: string): Promise<void> {
  if ((await services.memberships.organization(id)) === undefined) {
    throw new AdminError(`There is no enterprise account "${id}".`)
  }
}

function unchangedError(id: string, isFrozen: boolean): AdminError {
  return new AdminError(`${id} is ${isFrozen ? 'frozen' : 'open'} already.`)
}

function readName(input: string | boolean | undefined, what: string): string {
  const name = String(input ?? '').trim()
  if (name === '' || /\p{C}/u.test(name)) {
    throw new UsageError(`${what} needs a name of printable text: --name "Orchard Ltd".`)
  }
  return name
}

// Browsers of members load the logo, so it must be an https address.
function readLogo(input: string): string {
  if (input === '' || URL.parse(input)?.protocol === 'https:') return input
  throw new UsageError(`"${input}" is no address such as https://cdn.example.com/logo.png.`)
}
