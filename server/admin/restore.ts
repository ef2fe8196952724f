import { randomBytes } from 'node:crypto'
import { AdminError, type Command } from './command.ts'
import { operator } from './operator.ts'
import { FORMER_ADDRESS_MS, type FormerAddress } from '../store/former-address-repository.ts'
import { createIds } from '../accounts/ids.ts'
import { toEmail, toMobile, type Recipient } from '../accounts/recipients.ts'
import { createEvents } from '../events/events.ts'
import { dropResets } from '../two-step/proof-tickets.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Stores } from '../services/stores.ts'

export const restoreAddress: Command = {
  name: 'user restore',
  usage: '<e-mail | +mobile>',
  about:
    'Puts an address back that left its account in the last 72 hours, and signs that account out everywhere.',
  words: [1, 1],
  run: async ({ words: [typed = ''] }, { clock, print, withData }) => {
    const target = toTyped(typed)
    const now = clock()
    const { accountId, sessions, links } = await withData((stores) =>
      stores.tx(async (tx) => {
        const former = await findFormer(tx, target, now)
        const account = await tx.life.lock(former.accountId)
        if (account === undefined) throw new AdminError(`The account of ${typed} is gone.`)
        const present = account[target.channel]
        if (!(await tx.life.setAddress(account.id, target.channel, present, target.address))) {
          throw new AdminError(`${typed} belongs to another account by now.`)
        }
        if (present !== null) {
          // What is taken off here can be put back as well, should this have been the mistake.
          await tx.addresses.addFormer({
            id: randomBytes(16).toString('base64url'),
            accountId: account.id,
            channel: target.channel,
            address: present,
            leftAt: now,
            expiresAt: now + FORMER_ADDRESS_MS,
          })
        }
        await tx.devices.forget(account.id)
        await dropResets(tx, account.id)
        const events = createEvents(createIds(clock), clock)
        const kind = present === null ? 'bound' : 'changed'
        await events.note(tx.events, operator, `${target.channel}_${kind}`, account.id)
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

async function findFormer(stores: Stores, target: Recipient, now: number): Promise<FormerAddress> {
  const owners = await stores.addresses.formerOwners(target, now)
  const [latest, ...others] = owners
  if (latest === undefined) {
    throw new AdminError(`${target.address} has left no account in the last 72 hours.`)
  }
  if (others.some(({ accountId }) => accountId !== latest.accountId)) {
    const ids = [...new Set(owners.map(({ accountId }) => accountId))].join(', ')
    throw new AdminError(`${target.address} has left several accounts: ${ids}.`)
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
