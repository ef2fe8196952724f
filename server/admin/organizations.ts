import { SITE_AID } from '#protocol/site-app.ts'
import {
  addOrganization,
  addPerson,
  freezeMember,
  freezeOrganization,
  removeMember,
  requireOrganization,
  setManager,
  takeDomainAway,
  type OrganizationAct,
} from '../operators/operate-organizations.ts'
import { named } from '../operators/account-states.ts'
import type { Services } from '../services/services.ts'
import type { Membership } from '../store/membership-repository.ts'
import type { Command } from './command.ts'
import { toTable, toTime } from './format.ts'
import { requireReason, textOf } from './read-flags.ts'

const MEMBER = '<subject id> <id | e-mail | +mobile | username>'

export const addOrganizationCommand: Command = {
  name: 'subject add',
  usage: '--name text [--aid number] [--logo address]',
  description: 'Registers an organization; people act for it once they are its members.',
  run: async ({ flags: { name, aid = SITE_AID, logo } }, { print, openServices }) => {
    const input = { aid: String(aid), name: String(name ?? ''), logo: String(logo ?? '') }
    const organization = await addOrganization(await openServices(), input)
    print(`${organization.name} is registered as ${organization.id}.`)
  },
}

export const listOrganizations: Command = {
  name: 'subject list',
  usage: '[--of subject id]',
  description: 'Lists the organizations, or those who act for one.',
  run: async ({ flags: { of } }, { print, openServices }) => {
    const services = await openServices()
    if (of !== undefined) {
      await requireOrganization(services, String(of))
      const members = await allMembers(services, String(of))
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
    const organizations = await services.organizations.all()
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

export const freezeOrganizationCommand: Command = {
  name: 'subject freeze',
  usage: '<subject id> [--off]',
  description: 'Ends all sessions for an organization and lets nobody act for it; --off undoes it.',
  run: async ({ words: [id = ''], flags: { off } }, { print, openServices }) => {
    const isFrozen = off !== true
    await freezeOrganization(await openServices(), actOn(id), isFrozen)
    print(isFrozen ? `${id} is frozen. All sessions for it have ended.` : `${id} is open again.`)
  },
}

export const removeDomain: Command = {
  name: 'subject domain remove',
  usage: '<subject id> <domain>',
  description: 'Takes a domain from an organization, proved or not.',
  run: async ({ words: [id = '', typed = ''] }, { print, openServices }) => {
    const domain = await takeDomainAway(await openServices(), actOn(id), typed)
    print(`${id} no longer has ${domain}.`)
  },
}

export const addMemberCommand: Command = {
  name: 'member add',
  usage: `${MEMBER} [--name text] [--manager]`,
  description: 'Lets a person act for an organization, under a name of its own if one is given.',
  run: async ({ words: [id = '', who = ''], flags }, { print, openServices }) => {
    const as = { name: textOf(flags.name), isManager: flags.manager === true }
    const added = await addPerson(await openServices(), actOn(id), who, as)
    print(`${added.name} acts for ${id} as ${added.id}.`)
  },
}

export const setManagerCommand: Command = {
  name: 'subject manager',
  usage: `${MEMBER} --reason text`,
  description:
    'Makes a member the manager, for organizations whose manager is lost; the one before becomes an administrator.',
  run: async ({ words: [id = '', who = ''], flags }, { print, openServices }) => {
    const reason = requireReason(flags, 'change managers')
    const { manager, former } = await setManager(await openServices(), actOn(id, reason), who)
    print(`${named(manager)} manages ${id} now.`)
    if (former !== undefined) print(`${named(former)} was the manager, and is an administrator.`)
  },
}

export const freezeMemberCommand: Command = {
  name: 'member freeze',
  usage: `${MEMBER} [--off]`,
  description: 'Keeps a person from acting for an organization; --off undoes it.',
  run: async ({ words: [id = '', who = ''], flags }, { print, openServices }) => {
    const isFrozen = flags.off !== true
    const { member, sessions } = await freezeMember(await openServices(), actOn(id), who, isFrozen)
    const done = isFrozen ? 'is frozen' : 'may act again'
    print(`${member.name} (${member.id}) ${done}. Sessions ended: ${sessions}.`)
  },
}

export const removeMemberCommand: Command = {
  name: 'member remove',
  usage: MEMBER,
  description: 'Takes a person out of an organization; their own account stays.',
  run: async ({ words: [id = '', who = ''] }, { print, openServices }) => {
    const { member, sessions } = await removeMember(await openServices(), actOn(id), who)
    print(`${member.name} (${member.id}) is removed. Sessions ended: ${sessions}.`)
  },
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

function actOn(organizationId: string, reason = ''): OrganizationAct {
  return { actor: 'cli', organizationId, reason }
}
