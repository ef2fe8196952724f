import { ADMIN } from '#protocol/permissions.ts'
import { describeOrganizationEvent } from '../organizations/export-events.ts'
import { checkSearchTexts } from '../organizations/search-texts.ts'
import { invitationLimitsOf } from '../invitations/invitation-message.ts'
import { DAY_MS, SECOND_MS } from '../lib/clock.ts'
import { requireOrganization } from '../operators/operate-organizations.ts'
import { readOrganization } from '../operators/read-organization.ts'
import { AdminError, type Command } from './command.ts'
import { toList, toTime } from './format.ts'
import { listCommand } from './list-command.ts'
import { LISTED, readLimit, readMoment } from './read-flags.ts'

const ID = '<subject id>'

export const showOrganization: Command = {
  name: 'subject show',
  usage: ID,
  description: 'Shows an organization: who manages it, its size, rules and domains.',
  run: async ({ words: [id = ''] }, { print, openServices }) => {
    const services = await openServices()
    const organization = await requireOrganization(services, id)
    const { manager, domains, ...counts } = await readOrganization(services, organization)
    const { frozenBy, isFrozen, transferredAt } = organization
    const pairs = [
      ['name', organization.name],
      ['aid', String(organization.aid)],
      ['state', isFrozen ? `frozen by the ${frozenBy}` : 'active'],
      ['made', toTime(organization.createdAt)],
      ['manager', manager === undefined ? '' : `${manager.name} (${manager.accountId})`],
      ['manager since', transferredAt === 0 ? 'the beginning' : toTime(transferredAt)],
      ['members', String(counts.members)],
      ['open invitations', String(counts.invitations)],
      ['roles', String(counts.roles)],
      ['domains', domains.map(({ domain, state }) => `${domain} (${state})`).join(', ')],
      ['rules', JSON.stringify(organization.policy)],
    ] as const
    print(toList(pairs))
  },
}

export const showLimits = listCommand({
  name: 'subject limits',
  usage: `${ID} [--reset]`,
  description:
    'Shows how many invitations of a day an organization has used, and reports against it; --reset begins anew.',
  rows: ({ words: [id = ''], flags: { reset } }, { clock }) => {
    const now = clock()
    return async (services) => {
      const limits = invitationLimitsOf(await requireOrganization(services, id), now)
      const keys = limits.map(({ key }) => key)
      if (reset === true) await services.rateLimits.forget(keys)
      const counts = new Map(
        (await services.rateLimits.find(keys, now, DAY_MS)).map((one) => [one.key, one]),
      )
      return limits.map((limit) => ({ ...limit, used: counts.get(limit.key) }))
    }
  },
  columns: {
    limit: ({ name }) => name,
    used: ({ used }) => String(used?.count ?? 0),
    of: ({ max }) => String(max),
    'until (UTC)': ({ used }) => (used ? toTime(used.expiresAt) : ''),
  },
})

export const listOrganizationEvents = listCommand({
  name: 'subject events',
  usage: `${ID} [--since time] [--until time] [--limit ${LISTED}] [--json]`,
  description: 'Lists what happened in an organization, newest first.',
  rows: ({ words: [id = ''], flags }) => {
    const limit = readLimit(flags)
    const filter = { from: readMoment('since', flags.since), to: readMoment('until', flags.until) }
    return async (services) => {
      await requireOrganization(services, id)
      const events = await services.organizationEvents.list(id, filter, { after: '', limit })
      return events.map(describeOrganizationEvent)
    }
  },
  columns: {
    'time (UTC)': ({ time }) => toTime(time * SECOND_MS),
    what: ({ kind }) => kind,
    who: ({ actor_name: name, actor }) => name || actor,
    whom: ({ target_name: name, target }) => name || target,
    detail: ({ detail }) => detail,
    device: ({ device }) => device,
    address: ({ address }) => address,
  },
})

export const checkOrganizations: Command = {
  name: 'subject check',
  usage: '[--fix]',
  description:
    'Looks for organizations without a manager, roles that do not exist, and people whom no search finds; --fix takes such roles away and makes people findable.',
  run: async ({ flags: { fix } }, { print, openServices }) => {
    const isFixed = fix === true
    const { organizations, roles, searchTexts } = await openServices()
    const unmanaged = await organizations.withoutManager()
    const orphans = isFixed ? await roles.takeOrphans([ADMIN]) : await roles.orphans([ADMIN])
    const unfound = await checkSearchTexts(searchTexts, isFixed)
    const repairs = [
      ...orphans.map(
        ({ organizationId, roleKey }) =>
          `Members of ${organizationId} ${isFixed ? 'had' : 'have'} the role ${roleKey}, which does not exist.`,
      ),
      ...(unfound === 0
        ? []
        : [
            `${unfound} members and invitations ${isFixed ? 'were' : 'are'} not found by their name.`,
          ]),
    ]
    if (isFixed) for (const repair of repairs) print(`Mended: ${repair}`)
    const problems = [
      ...unmanaged.map(
        ({ id, name }) => `${name} (${id}) has no manager: name one with "subject manager".`,
      ),
      ...(isFixed ? [] : repairs),
    ]
    if (problems.length > 0) throw new AdminError(problems.join('\n'))
    print('Every organization has a manager, every role exists, and everybody is found.')
  },
}
