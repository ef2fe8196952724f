import { maskRecipient } from '../accounts/recipients.ts'
import { BLOCK_MS } from '../invitations/answer-invitation.ts'
import { EVERY_ORGANIZATION } from '../store/invitation-repository.ts'
import { requireOrganization } from '../operators/operate-organizations.ts'
import { AdminError, type Command } from './command.ts'
import { toTime } from './format.ts'
import { listCommand } from './list-command.ts'
import { LISTED, readLimit } from './read-flags.ts'
import { readRecipient } from './read-recipient.ts'

export const listInvitations = listCommand({
  name: 'invite list',
  usage: `<subject id> [--limit ${LISTED}]`,
  description: 'Lists the invitations of an organization, newest first, with masked addresses.',
  rows: ({ words: [id = ''], flags }, { clock }) => {
    const limit = readLimit(flags)
    return async (services) => {
      await requireOrganization(services, id)
      return (await services.invitations.list(id, {}, clock(), { offset: 0, limit })).list
    }
  },
  columns: {
    id: ({ id }) => id,
    'made (UTC)': ({ createdAt }) => toTime(createdAt),
    state: ({ status }) => status,
    to: (invitation) => (invitation.address === '' ? '' : maskRecipient(invitation)),
    name: ({ name }) => name,
    by: ({ inviterName }) => inviterName,
    sent: ({ sentCount }) => String(sentCount),
  },
})

export const stopInvitations: Command = {
  name: 'invite stop',
  usage: '<e-mail | +mobile> [--off]',
  description:
    'Ends the invitations to an address and keeps every organization from inviting it for a year; --off lifts this block and those that its owner made.',
  run: async ({ words: [input = ''], flags: { off } }, { clock, print, openServices }) => {
    const address = readRecipient(input).address
    const { transaction } = await openServices()
    const message = await transaction(async ({ invitations }) => {
      if (off === true) {
        if (!(await invitations.unblock([address]))) {
          throw new AdminError(`Nobody is kept from inviting ${address}.`)
        }
        return `${address} may be invited again.`
      }
      await invitations.block(address, EVERY_ORGANIZATION, clock() + BLOCK_MS)
      const ended = await invitations.cancelTo(address)
      return `${address} gets no more invitations. Ended: ${ended}.`
    })
    print(message)
  },
}
