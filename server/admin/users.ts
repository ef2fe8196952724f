import { AdminError, UsageError, type Command, type Tools } from './command.ts'
import { toEventTable } from './event-table.ts'
import { findUser } from './find-user.ts'
import { operator } from './operator.ts'
import { toList, toTime } from './print.ts'
import type { Account } from '../store/account-repository.ts'
import type { EventKind } from '../store/event-repository.ts'
import type { Services } from '../services/services.ts'

const SHOWN = 10
const who = '<id | e-mail | +mobile | user name>'

export const showUser: Command = {
  name: 'user show',
  usage: who,
  about: 'Shows an account, its sessions and what happened to it lately.',
  words: [1, 1],
  run: async ({ words: [typed = ''] }, { clock, print, withServices }) => {
    await withServices(async (services) => {
      const account = await findUser(services, typed)
      const now = clock()
      const page = { offset: 0, limit: SHOWN }
      const sessions = await services.sessions.list({ accountId: account.id, hash: '' }, page)
      const events = await services.events.list(account.id, page)
      const former = await services.formerAddresses.listFormer(account.id, now)
      print(
        toList([
          ['id', account.id],
          ['name', account.name],
          ['user name', account.username ?? ''],
          ['e-mail', account.email ?? ''],
          ['mobile', account.mobile ?? ''],
          ['unproved', account.unverifiedEmail ?? ''],
          ...former.map(
            ({ address, leftAt }) => ['had lately', `${address}, until ${toTime(leftAt)}`] as const,
          ),
          ['methods', (await methodNamesOf(services, account)).join(', ')],
          ['state', account.state],
          ['erased', account.cancelAt === null ? '' : toTime(account.cancelAt)],
          ['made', `${toTime(account.createdAt)} by application ${account.createdAid}`],
          ['sessions', String(sessions.total)],
          ...sessions.list.map(
            (one) =>
              [
                '',
                `${one.device || 'unknown'}, ${one.address}, ${toTime(one.lastSeenAt)}`,
              ] as const,
          ),
        ]),
      )
      print(`\nLatest of ${events.total} security events:\n`)
      print(toEventTable(events.list))
    })
  },
}

export const banUser: Command = {
  name: 'user ban',
  usage: `${who} --reason text`,
  about: 'Ends all sessions of an account at once, and lets nobody sign in to it.',
  flags: { reason: 'string' },
  words: [1, 1],
  run: async ({ words: [typed = ''], flags }, tools) => {
    const reason = String(flags.reason ?? '').trim()
    if (reason === '') throw new UsageError('A ban needs a reason: --reason "what happened".')
    const { account, sessions } = await changeState(tools, typed, 'banned', reason)
    tools.print(`${account.name} (${account.id}) is banned. Sessions ended: ${sessions}.`)
  },
}

export const unbanUser: Command = {
  name: 'user unban',
  usage: `${who} [--reason text]`,
  about: 'Lets the owner of a banned account sign in again.',
  flags: { reason: 'string' },
  words: [1, 1],
  run: async ({ words: [typed = ''], flags }, tools) => {
    const { account } = await changeState(tools, typed, 'active', String(flags.reason ?? ''))
    const now = isClosing(account) ? 'is being closed, as its owner wished' : 'may sign in again'
    tools.print(`${account.name} (${account.id}) ${now}.`)
  },
}

export const endSessions: Command = {
  name: 'sessions end-all',
  usage: '[--user who]',
  about: 'Signs everybody out, or one person: for the day after a leak.',
  flags: { user: 'string' },
  run: async ({ flags: { user } }, { print, withServices }) => {
    const ended = await withServices(async (services) => {
      if (user === undefined) return await services.sessions.endEverybody()
      const account = await findUser(services, String(user))
      return await services.transaction(async (tx) => {
        await note(tx, 'signed_out_everywhere', account, '')
        return await tx.sessions.endAll(account.id)
      })
    })
    print(`Sessions ended: ${ended}.`)
  },
}

async function methodNamesOf(services: Services, account: Account): Promise<string[]> {
  const { signInMethods } = services
  const names = Object.keys(signInMethods) as (keyof typeof signInMethods)[]
  const lists = names.map(async (name) => {
    const enrolled = await signInMethods[name].list(services, account)
    return enrolled.map(({ label }) => (label === undefined ? name : `${name} (${label})`))
  })
  return (await Promise.all(lists)).flat()
}

async function changeState(
  { withServices }: Tools,
  typed: string,
  state: 'active' | 'banned',
  reason: string,
): Promise<{ account: Account; sessions: number }> {
  return await withServices((services) =>
    services.transaction(async (tx) => {
      const account = await findUser(tx, typed)
      const isFitting = (account.state === 'banned') === (state === 'active')
      const next = state === 'active' && isClosing(account) ? 'cancelling' : state
      if (!isFitting || !(await tx.accounts.setState(account.id, account.state, next))) {
        throw new AdminError(`${account.name} (${account.id}) is ${account.state} already.`)
      }
      await note(tx, state === 'banned' ? 'banned' : 'unbanned', account, reason)
      return { account, sessions: state === 'banned' ? await tx.sessions.endAll(account.id) : 0 }
    }),
  )
}

// A ban leaves the day on which the account is to be erased.
function isClosing({ cancelAt }: Account): boolean {
  return cancelAt !== null
}

async function note(
  tx: Services,
  kind: EventKind,
  account: Account,
  reason: string,
): Promise<void> {
  await tx.events.note(operator, kind, account.id, reason || operator.operation)
}
