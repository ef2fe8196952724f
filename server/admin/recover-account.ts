import { findAccount } from '../accounts/find-account.ts'
import { operatorSource } from '../calls/operator-source.ts'
import { beginRecovery } from '../account-recovery/account-recovery.ts'
import { readRecipientText } from '../accounts/recipients.ts'
import { PassportError } from '../lib/passport-error.ts'
import { AdminError, type Command } from './command.ts'
import { toTime } from './format.ts'

export const recoverAccount: Command = {
  name: 'user recover',
  usage: '<e-mail | +mobile>',
  description:
    'Begins account recovery for somebody who has lost every method, by an address of the account: after RECOVERY_HOURS a code to it opens the account with the key that is printed. Nothing shortens the wait.',
  run: async ({ words: [input = ''] }, { print, openServices }) => {
    const services = await openServices()
    if (services.config.RECOVERY_HOURS === 0) {
      throw new AdminError('RECOVERY_HOURS is 0, so there is no account recovery.')
    }
    const account = await findAccount(services, input)
    const recipient = readRecipientText(input)
    const { key, readyAt } = await services.transaction(async (tx) => {
      try {
        return await beginRecovery(tx, operatorSource('cli'), account, recipient)
      } catch (error) {
        if (!(error instanceof PassportError)) throw error
        throw new AdminError(
          'A recovery of this account is under way already, or was done less than a day ago.',
        )
      }
    })
    print(`Key: ${key}`)
    print(`From ${toTime(readyAt)} on, with a code: ${services.config.PUBLIC_ORIGIN}/form/recover`)
    print('Every address of the account is told, and a sign-in with a method ends it.')
  },
}
