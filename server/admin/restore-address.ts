import { readRecipientText } from '../accounts/recipients.ts'
import { restoreAddress as restore } from '../addresses/restore-address.ts'
import { PassportError } from '../lib/passport-error.ts'
import { endAccess } from '../sessions/end-access.ts'
import type { Services } from '../services/services.ts'
import type { Recipient } from '../store/recipient.ts'
import { AdminError, type Command } from './command.ts'
import { operatorSource } from './operator-source.ts'
import type { FormerAddress } from '../store/schema/accounts.ts'

export const restoreAddress: Command = {
  name: 'user restore',
  usage: '<e-mail | +mobile>',
  description:
    'Puts an address back that left its account in the last 72 hours, and signs that account out everywhere.',
  run: async ({ words: [input = ''] }, { clock, print, withServices }) => {
    const recipient = readRecipient(input)
    const now = clock()
    const { accountId, sessions, links } = await withServices((services) =>
      services.transaction(async (tx) => {
        const former = await findFormerAddress(tx, recipient, now)
        const account = await tx.accounts.lock(former.accountId)
        if (account === undefined) throw new AdminError(`The account of ${input} is gone.`)
        if (!(await restore(tx, operatorSource, account, recipient))) {
          throw new AdminError(`${input} belongs to another account by now.`)
        }
        const ended = await endAccess(tx, account)
        await tx.trustedDevices.forget(account.id)
        return {
          accountId: account.id,
          sessions: ended,
          links: await tx.linkedAccounts.of(account.id),
        }
      }),
    )
    print(`${input} belongs to account ${accountId} again. Sessions ended: ${sessions}.`)
    if (links.length > 0) {
      const names = links.map(({ provider, screenName }) => `${provider} (${screenName})`)
      print(`It is linked to ${names.join(', ')}: ask its owner whether all of that is theirs.`)
    }
    print('Whoever took it away may know the password: ask its owner to set a new one.')
  },
}

async function findFormerAddress(
  services: Services,
  recipient: Recipient,
  now: number,
): Promise<FormerAddress> {
  const owners = await services.formerAddresses.formerOwners(recipient, now)
  const [latest, ...others] = owners
  if (latest === undefined) {
    throw new AdminError(`${recipient.address} has left no account in the last 72 hours.`)
  }
  if (others.some(({ accountId }) => accountId !== latest.accountId)) {
    const ids = [...new Set(owners.map(({ accountId }) => accountId))].join(', ')
    throw new AdminError(`${recipient.address} has left several accounts: ${ids}.`)
  }
  return latest
}

function readRecipient(input: string): Recipient {
  try {
    return readRecipientText(input)
  } catch (error) {
    if (!(error instanceof PassportError)) throw error
    throw new AdminError(`"${input}" is neither an address nor a number.`)
  }
}
