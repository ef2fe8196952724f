import { readRecipientText } from '../accounts/recipients.ts'
import { restoreForOperator } from '../operators/restore-address.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Recipient } from '../store/recipient.ts'
import { AdminError, type Command } from './command.ts'

export const restoreAddress: Command = {
  name: 'user restore',
  usage: '<e-mail | +mobile>',
  description:
    'Puts an address back that left its account in the last 72 hours, and signs that account out everywhere.',
  run: async ({ words: [input = ''] }, { print, withServices }) => {
    const recipient = readRecipient(input)
    await withServices(async (services) => {
      const { account, sessions } = await restoreForOperator(services, 'cli', recipient)
      print(`${input} belongs to account ${account.id} again. Sessions ended: ${sessions}.`)
      const links = await services.linkedAccounts.of(account.id)
      if (links.length > 0) {
        const names = links.map(({ provider, screenName }) => `${provider} (${screenName})`)
        print(`It is linked to ${names.join(', ')}: ask its owner whether all of that is theirs.`)
      }
      print('Whoever took it away may know the password: ask its owner to set a new one.')
    })
  },
}

function readRecipient(input: string): Recipient {
  try {
    return readRecipientText(input)
  } catch (error) {
    if (!(error instanceof PassportError)) throw error
    throw new AdminError(`"${input}" is neither an address nor a number.`)
  }
}
