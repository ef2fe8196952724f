import { AdminError, UsageError, type Command, type Tools, type Typed } from './command.ts'
import { findUser } from './find-user.ts'
import { toTable, toTime } from './print.ts'
import { createIds } from '../accounts/ids.ts'
import { SITE_AID } from '../apps/apps.ts'
import type { Membership } from '../store/membership-repository.ts'
import type { Services } from '../services/services.ts'

const MAX_ID_ATTEMPTS = 64
const person = '<subject id> <id | e-mail | +mobile | user name>'

export const addOrganization: Command = {
  name: 'subject add',
  usage: '--name text [--aid number] [--logo address]',
  about: 'Registers an enterprise account; people act for it once they are its members.',
  flags: { name: 'string', aid: 'string', logo: 'string' },
  run: async (
    { flags: { name, aid = String(SITE_AID), logo = '' } },
    { clock, print, withServices },
  ) => {
    const subject = {
      aid: Number(aid),
      name: readName(name, 'An enterprise account'),
      logoUrl: readLogo(String(logo)),
      isFrozen: false,
      createdAt: clock(),
    }
    const id = await withServices(async (services) => {
      if (!(await services.registeredApps.all()).some((app) => app.aid === subject.aid)) {
        throw new AdminError(`There is no application ${String(aid)}.`)
      }
      return await withNewId(clock, (made) =>
        services.memberships.insertOrganization({ id: made, ...subject }),
      )
    })
    print(`${subject.name} is registered as ${id}.`)
  },
}

export const listOrganizations: Command = {
  name: 'subject list',
  usage: '[--of subject id]',
  about: 'Lists the enterprise accounts, or those who act for one.',
  flags: { of: 'string' },
  run: async ({ flags: { of } }, { print, withServices }) => {
    if (of !== undefined) {
      const members = await withServices(async (services) => {
        await ensureSubject(services, String(of))
        return await services.memberships.members(String(of))
      })
      print(
        toTable(
          ['identity', 'account', 'name', 'role', 'state'],
          members.map((one) => [
            one.id,
            one.accountId,
            one.name,
            one.isManager ? 'manager' : 'member',
            one.isFrozen ? 'frozen' : 'active',
          ]),
        ),
      )
      return
    }
    const organizations = await withServices((services) => services.memberships.organizations())
    print(
      toTable(
        ['id', 'aid', 'name', 'state', 'made'],
        organizations.map((one) => [
          one.id,
          String(one.aid),
          one.name,
          one.isFrozen ? 'frozen' : 'active',
          toTime(one.createdAt),
        ]),
      ),
    )
  },
}

export const freezeOrganization: Command = {
  name: 'subject freeze',
  usage: '<subject id> [--off]',
  about: 'Ends all sessions for an enterprise account and lets nobody act for it; --off undoes it.',
  flags: { off: 'boolean' },
  words: [1, 1],
  run: async ({ words: [id = ''], flags: { off } }, { print, withServices }) => {
    const isFrozen = off !== true
    const ended = await withServices((services) =>
      services.transaction(async (tx) => {
        await ensureSubject(tx, id)
        if (!(await tx.memberships.freezeOrganization(id, isFrozen))) throw already(id, isFrozen)
        return isFrozen ? await tx.memberships.endAllSessions(id) : 0
      }),
    )
    print(isFrozen ? `${id} is frozen. Sessions ended: ${ended}.` : `${id} is open again.`)
  },
}

export const addMember: Command = {
  name: 'member add',
  usage: `${person} [--name text] [--manager]`,
  about: 'Lets a person act for an enterprise account, under a name of its own if one is given.',
  flags: { name: 'string', manager: 'boolean' },
  words: [2, 2],
  run: async (
    { words: [organizationId = '', typed = ''], flags },
    { clock, print, withServices },
  ) => {
    const { id, name } = await withServices(async (services) => {
      await ensureSubject(services, organizationId)
      const account = await findUser(services, typed)
      const identity = {
        organizationId,
        accountId: account.id,
        name: flags.name === undefined ? account.name : readName(flags.name, 'A member'),
        isManager: flags.manager === true,
      }
      const members = await services.memberships.members(organizationId)
      if (members.some(({ accountId }) => accountId === account.id)) {
        throw new AdminError(`${account.name} (${account.id}) acts for ${organizationId} already.`)
      }
      const manager = members.find((one) => one.isManager)
      if (identity.isManager && manager !== undefined) {
        throw new AdminError(
          `${manager.name} (${manager.accountId}) manages ${organizationId}, and there is one manager: take them out first, or leave --manager away.`,
        )
      }
      const made = await withNewId(clock, (one) =>
        services.transaction((tx) => tx.memberships.insert({ id: one, ...identity }, clock())),
      )
      return { id: made, name: identity.name }
    })
    print(`${name} acts for ${organizationId} as ${id}.`)
  },
}

export const freezeMember: Command = {
  name: 'member freeze',
  usage: `${person} [--off]`,
  about: 'Keeps a person from acting for an enterprise account; --off undoes it.',
  flags: { off: 'boolean' },
  words: [2, 2],
  run: async (typed, tools) => {
    const isFrozen = typed.flags.off !== true
    const { identity, ended } = await changeMember(tools, typed, async (tx, { id }) => {
      if (!(await tx.memberships.freeze(id, isFrozen))) throw already(id, isFrozen)
    })
    const state = isFrozen ? 'is frozen' : 'may act again'
    tools.print(`${identity.name} (${identity.id}) ${state}. Sessions ended: ${ended}.`)
  },
}

export const removeMember: Command = {
  name: 'member remove',
  usage: person,
  about: 'Takes a person out of an enterprise account; their own account stays.',
  words: [2, 2],
  run: async (typed, tools) => {
    const { identity, ended } = await changeMember(tools, typed, async (tx, { id }) => {
      await tx.memberships.remove(id)
    })
    tools.print(`${identity.name} (${identity.id}) is removed. Sessions ended: ${ended}.`)
  },
}

// Ids of two processes may meet.
async function withNewId(
  clock: Tools['clock'],
  insert: (id: string) => Promise<boolean>,
): Promise<string> {
  const makeId = createIds(clock)
  for (let attempt = 0; attempt < MAX_ID_ATTEMPTS; attempt++) {
    const id = makeId()
    if (await insert(id)) return id
  }
  throw new AdminError('Somebody else does the same right now; try again.')
}

async function changeMember(
  { withServices }: Tools,
  { words: [organizationId = '', typed = ''] }: Typed,
  change: (tx: Services, identity: Membership) => Promise<void>,
): Promise<{ identity: Membership; ended: number }> {
  return await withServices((services) =>
    services.transaction(async (tx) => {
      const account = await findUser(tx, typed)
      const members = await tx.memberships.members(organizationId)
      const identity = members.find((one) => one.accountId === account.id)
      if (identity === undefined) {
        throw new AdminError(`${account.name} (${account.id}) does not act for ${organizationId}.`)
      }
      await change(tx, identity)
      return { identity, ended: await tx.memberships.endSessions(identity) }
    }),
  )
}

async function ensureSubject(services: Services, id: string): Promise<void> {
  if ((await services.memberships.organization(id)) === undefined) {
    throw new AdminError(`There is no enterprise account "${id}".`)
  }
}

function already(id: string, isFrozen: boolean): AdminError {
  return new AdminError(`${id} is ${isFrozen ? 'frozen' : 'open'} already.`)
}

function readName(typed: string | boolean | undefined, what: string): string {
  const name = String(typed ?? '').trim()
  if (name === '' || /\p{C}/u.test(name)) {
    throw new UsageError(`${what} needs a name of printable text: --name "Orchard Ltd".`)
  }
  return name
}

// Shown by browsers of its members: never a script, and not in the clear.
function readLogo(typed: string): string {
  if (typed === '' || URL.parse(typed)?.protocol === 'https:') return typed
  throw new UsageError(`"${typed}" is no address such as https://cdn.example.com/logo.png.`)
}
