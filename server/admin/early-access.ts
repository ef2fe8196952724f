import { AdminError, UsageError, type Command } from './command.ts'
import { toTable, toTime } from './print.ts'
import { toEmail } from '../accounts/recipients.ts'
import { SITE_AID } from '../apps/apps.ts'
import type { ApplicationState } from '../store/early-access-repository.ts'
import { PassportError } from '../lib/passport-error.ts'

const states = ['pending', 'confirmed', 'invited', 'joined', 'left'] as const
const MOST_LISTED = 1000

export const listEarlyAccess: Command = {
  name: 'early-access list',
  usage: `[--state ${states.join('|')}] [--json]`,
  about: 'Lists who asked for early access, first come first.',
  flags: { state: 'string', json: 'boolean' },
  run: async ({ flags: { state, json } }, { print, withServices }) => {
    const wanted = state === undefined ? undefined : readState(String(state))
    const all = await withServices(({ earlyAccess }) => earlyAccess.list(wanted, MOST_LISTED))
    if (json === true) {
      print(JSON.stringify(all, null, 2))
      return
    }
    print(
      toTable(
        ['e-mail', 'state', 'asked', 'system', 'name', 'about'],
        all.map((one) => [
          one.email,
          one.state,
          toTime(one.createdAt),
          one.system,
          one.name,
          one.about,
        ]),
      ),
    )
  },
}

export const inviteEarlyAccess: Command = {
  name: 'early-access invite',
  usage: '<e-mail> | --first number',
  about: 'Mails an access code to somebody who confirmed, or to those who did first.',
  flags: { first: 'string' },
  words: [0, 1],
  run: async ({ words: [email], flags: { first } }, tools) => {
    if ((email === undefined) === (first === undefined)) {
      throw new UsageError('Name either an address or how many.')
    }
    await tools.withServices(async (services) => {
      const found =
        email === undefined
          ? await services.earlyAccess.list('confirmed', readCount(String(first)))
          : [await services.earlyAccess.byEmail(SITE_AID, readEmail(email))]
      for (const one of found) {
        const isInvited =
          one !== undefined && (await services.transaction((tx) => tx.earlyAccess.invite(one)))
        if (!isInvited) {
          throw new AdminError(`"${one?.email ?? email ?? ''}" has not confirmed an application.`)
        }
        tools.print(`${one.email} is invited.`)
      }
      if (found.length === 0) tools.print('Nobody waits.')
    })
  },
}

function readState(text: string): ApplicationState {
  const state = states.find((one) => one === text)
  if (state === undefined) throw new UsageError(`The state is one of ${states.join(', ')}.`)
  return state
}

function readCount(text: string): number {
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > MOST_LISTED) {
    throw new UsageError(`How many is a whole number from 1 to ${MOST_LISTED}.`)
  }
  return count
}

function readEmail(typed: string): string {
  try {
    return toEmail(typed).address
  } catch (error) {
    if (error instanceof PassportError) throw new UsageError(`"${typed}" is no e-mail address.`)
    throw error
  }
}
