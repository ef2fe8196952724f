import type { Recipient } from '../store/recipient.ts'
import { randomBytes } from 'node:crypto'
import { AdminError, type Command } from './command.ts'
import { operator } from './operator.ts'
import { FORMER_ADDRESS_MS, type FormerAddress } from '../store/former-address-repository.ts'
import { toEmail, toMobile } from '../accounts/recipients.ts'
import { revokeResetTickets } from '../two-step/proof-tickets.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Services } from '../services/services.ts'

export const restoreAddress: Command = {
  name: 'user restore',
  usage: '<e-mail | +mobile>',
  about:
    'Puts an address back that left its account in the last 72 hours, and signs that account out everywhere.',
  words: [1, 1],
  run: async ({ words: [typed = ''] }, { clock, print, withServices }) => {
    const recipient = toTyped(typed)
    const now = clock()
    const { accountId, sessions, links } = await withServices((services) =>
      services.transaction(async (tx) => {
        const former = await findFormer(tx, recipient, now)
        const account = await tx.accounts.lock(former.accountId)
        if (account === undefined) throw new AdminError(`The account of ${typed} is gone.`)
        const present = account[recipient.channel]
        if (
          !(await tx.accounts.setAddress(account.id, recipient.channel, present, recipient.address))
        ) {
          throw new AdminError(`${typed} belongs to another account by now.`)
        }
        if (present !== null) {
          // What is taken off here can be put back as well, should this have been the mistake.
          await tx.formerAddresses.addFormer({
            id: randomBytes(16).toString('base64url'),
            accountId: account.id,
            channel: recipient.channel,
            address: present,
            leftAt: now,
            expiresAt: now + FORMER_ADDRESS_MS,
          })
        }
        await tx.trustedDevices.forget(account.id)
        await revokeResetTickets(tx, account.id)
        const kind = present === null ? 'bound' : 'changed'
        await tx.events.note(operator, `${recipient.channel}_${kind}`, account.id)
        return {
          accountId: account.id,
          sessions: await tx.sessions.endAll(account.id),
          links: await tx.linkedAccounts.of(account.id),
        }
      }),
    )
    print(`${typed} belongs to account ${accountId} again. Sessions ended: ${sessions}.`)
    if (links.length > 0) {
      const names = links.map(({ platform, screenName }) => `${platform} (${screenName})`)
      print(`It is linked to ${names.join(', ')}: ask its owner whether all of that is theirs.`)
    }
    print('Whoever took it away may know the password: ask its owner to set a new one.')
  },
}

async function findFormer(
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

function toTyped(typed: string): Recipient {
  try {
    return typed.includes('@') ? toEmail(typed) : toMobile(typed, undefined)
  } catch (error) {
    if (!(error instanceof PassportError)) throw error
    throw new AdminError(`"${typed}" is neither an address nor a number.`)
  }
}
