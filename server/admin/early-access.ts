import { toEmail } from '../accounts/recipients.ts'
import { SITE_AID } from '#protocol/site-app.ts'
import { unlessRefused } from '../lib/passport-error.ts'
import { AdminError, UsageError, type Command } from './command.ts'
import { toTime } from './format.ts'
import { listCommand } from './list-command.ts'
import { readCount } from './read-flags.ts'
import type { ApplicationState } from '../store/schema/applications.ts'

const states = ['pending', 'confirmed', 'invited', 'joined', 'left'] as const
const MAX_LISTED = 1000

export const listEarlyAccess = listCommand({
  name: 'early-access list',
  usage: `[--state ${states.join('|')}] [--json]`,
  description: 'Lists who asked for early access, first come first.',
  rows: ({ flags: { state } }) => {
    const filter = state === undefined ? undefined : readState(String(state))
    return ({ earlyAccess }) => earlyAccess.list(filter, MAX_LISTED)
  },
  columns: {
    'e-mail': ({ email }) => email,
    state: ({ state }) => state,
    asked: ({ createdAt }) => toTime(createdAt),
    system: ({ system }) => system,
    name: ({ name }) => name,
    about: ({ about }) => about,
  },
})

export const inviteEarlyAccess: Command = {
  name: 'early-access invite',
  usage: '<e-mail> | --first number',
  description: 'Mails an access code to somebody who confirmed, or to those who did first.',
  run: async ({ words: [email], flags: { first } }, tools) => {
    if ((email === undefined) === (first === undefined)) {
      throw new UsageError('Name either an address or how many.')
    }
    const services = await tools.openServices()
    const applications =
      email === undefined
        ? await services.earlyAccess.list('confirmed', readCount('first', first, MAX_LISTED))
        : [await services.earlyAccess.byEmail(SITE_AID, readEmail(email))]
    for (const application of applications) {
      const isInvited =
        application !== undefined &&
        (await services.transaction((tx) => tx.earlyAccess.invite(application)))
      if (!isInvited) {
        throw new AdminError(
          `"${application?.email ?? email ?? ''}" has not confirmed an application. "early-access list" shows who has.`,
        )
      }
      tools.print(`${application.email} is invited.`)
    }
    if (applications.length === 0) tools.print('Nobody waits.')
  },
}

function readState(text: string): ApplicationState {
  const state = states.find((name) => name === text)
  if (state === undefined) throw new UsageError(`The state is one of ${states.join(', ')}.`)
  return state
}

function readEmail(input: string): string {
  const email = unlessRefused(() => toEmail(input))
  if (email === undefined) throw new UsageError(`"${input}" is no e-mail address.`)
  return email.address
}
