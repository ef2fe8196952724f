import { holdAccount, releaseAccount, type HeldState } from '../operators/account-states.ts'
import { findAccount } from '../accounts/find-account.ts'
import { USER, type Command } from './command.ts'
import { readReason, requireReason } from './read-flags.ts'

export const [banUser, unbanUser] = commandsFor(
  'ban',
  'banned',
  'Ends all sessions of an account at once, and lets nobody sign in to it.',
)

export const [freezeUser, unfreezeUser] = commandsFor(
  'freeze',
  'frozen',
  'Ends all sessions of an account for a while, as when its owner lost a phone.',
)

export const [limitUser, unlimitUser] = commandsFor(
  'limit',
  'limited',
  'Lets nobody sign in to an account for now; who is signed in stays so.',
)

function commandsFor(
  verb: string,
  state: HeldState,
  description: string,
): [hold: Command, release: Command] {
  return [
    {
      name: `user ${verb}`,
      usage: `${USER} --reason text`,
      description,
      run: async ({ words: [input = ''], flags }, { print, openServices }) => {
        const reason = requireReason(flags, verb)
        const services = await openServices()
        const account = await findAccount(services, input)
        const sessions = await holdAccount(services, { actor: 'cli', account, reason }, state)
        print(`${account.name} (${account.id}) is ${state}. Sessions ended: ${sessions}.`)
      },
    },
    {
      name: `user un${verb}`,
      usage: `${USER} [--reason text]`,
      description: `Lets the owner of a ${state} account sign in again.`,
      run: async ({ words: [input = ''], flags }, { print, openServices }) => {
        const reason = readReason(flags)
        const services = await openServices()
        const account = await findAccount(services, input)
        await releaseAccount(services, { actor: 'cli', account, reason }, state)
        const result =
          account.cancelAt === null ? 'may sign in again' : 'is being closed, as its owner wished'
        print(`${account.name} (${account.id}) ${result}.`)
      },
    },
  ]
}
