import { endAllSessions, endOneSession, named } from '../operators/account-states.ts'
import { findAccount } from '../accounts/find-account.ts'
import { readAccount } from '../personal-data/read-account.ts'
import { endAccessOfEverybody } from '../sessions/end-access.ts'
import { USER, type Command } from './command.ts'
import { eventColumns } from './event-table.ts'
import { toList, toTable, toTime } from './format.ts'
import { readReason } from './read-flags.ts'

export const showUser: Command = {
  name: 'user show',
  usage: USER,
  description: 'Shows an account, its sessions and what happened to it lately.',
  run: async ({ words: [input = ''] }, { print, openServices }) => {
    const services = await openServices()
    const account = await findAccount(services, input)
    const read = await readAccount(services, account)
    const { events, externalIds, former, methods, sessions } = read
    print(
      toList([
        ['id', account.id],
        ...externalIds.map(
          ({ source, externalId }) => ['id elsewhere', `${externalId} of ${source}`] as const,
        ),
        ['name', account.name],
        ['username', account.username ?? ''],
        ['e-mail', account.email ?? ''],
        ['mobile', account.mobile ?? ''],
        ['unproved', account.unverifiedEmail ?? ''],
        ...former.map(
          ({ address, leftAt }) => ['had lately', `${address}, until ${toTime(leftAt)}`] as const,
        ),
        ['methods', methods.join(', ')],
        ['state', account.state],
        ['erased', account.cancelAt === null ? '' : toTime(account.cancelAt)],
        ['made', `${toTime(account.createdAt)} by application ${account.createdAid}`],
        ['sessions', String(sessions.total)],
        ...sessions.list.map(
          ({ id, device, address, lastSeenAt }) =>
            ['', `${id}  ${device || 'unknown'}, ${address}, ${toTime(lastSeenAt)}`] as const,
        ),
      ]),
    )
    print(`\nLatest of ${events.total} security events:\n`)
    print(toTable(events.list, eventColumns))
  },
}

export const endSessions: Command = {
  name: 'sessions end-all',
  usage: '[--user who]',
  description: 'Signs everybody out, or one person: for the day after a leak.',
  run: async ({ flags: { user } }, { print, openServices }) => {
    const services = await openServices()
    if (user === undefined) {
      await endAccessOfEverybody(services)
      print('Sessions ended: all.')
      return
    }
    const account = await findAccount(services, String(user))
    const ended = await endAllSessions(services, { actor: 'cli', account, reason: '' })
    print(`Sessions ended: ${ended}.`)
  },
}

export const endSessionOf: Command = {
  name: 'sessions end',
  usage: '<session> --user who [--reason text]',
  description: 'Signs a person out of one session; "user show" lists their ids.',
  run: async ({ words: [session = ''], flags }, { print, openServices }) => {
    const reason = readReason(flags)
    const services = await openServices()
    const account = await findAccount(services, String(flags.user ?? ''))
    const act = { actor: 'cli', account, reason } as const
    await endOneSession(services, act, session)
    print(`The session of ${named(account)} has ended.`)
  },
}
