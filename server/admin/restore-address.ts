import { restoreForOperator } from '../operators/restore-address.ts'
import type { Command } from './command.ts'
import { readRecipient } from './read-recipient.ts'

export const restoreAddress: Command = {
  name: 'user restore',
  usage: '<e-mail | +mobile>',
  description:
    'Puts an address back that left its account in the last 72 hours, and signs that account out everywhere.',
  run: async ({ words: [input = ''] }, { print, openServices }) => {
    const recipient = readRecipient(input)
    const services = await openServices()
    const { account, sessions } = await restoreForOperator(services, 'cli', recipient)
    print(`${input} belongs to account ${account.id} again. Sessions ended: ${sessions}.`)
    const links = await services.linkedAccounts.of(account.id)
    if (links.length > 0) {
      const names = links.map(({ provider, screenName }) => `${provider} (${screenName})`)
      print(`It is linked to ${names.join(', ')}: ask its owner whether all of that is theirs.`)
    }
    print('Whoever took it away may know the password: ask its owner to set a new one.')
  },
}
