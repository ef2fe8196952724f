import { findAccount } from '../accounts/find-account.ts'
import { operatorSource } from '../calls/operator-source.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { revokeGrant } from '../oauth/revoke-grant.ts'
import { AdminError, UsageError, type Command, USER } from './command.ts'
import { toTime } from './format.ts'
import { listCommand } from './list-command.ts'

const MAX_ROWS = 1000

export const listGrants = listCommand({
  name: 'grant list',
  usage: `${USER} | --client id`,
  description: `Lists what a person lets clients have, or what people let a client have: the newest ${MAX_ROWS}.`,
  rows: ({ words: [user], flags: { client } }) => {
    if ((user === undefined) === (client === undefined)) {
      throw new UsageError('Name a person, or a client with --client.')
    }
    return async (services) => {
      if (user === undefined) {
        const found = await services.oauthClients.find(String(client))
        if (found === undefined) throw new OperatorError('unknown', 'client', String(client))
        return await services.oauthGrants.ofClient(found.id, MAX_ROWS)
      }
      const { id } = await findAccount(services, user)
      return (await services.oauthGrants.listOf(id, { offset: 0, limit: MAX_ROWS })).list
    }
  },
  columns: {
    grant: ({ id }) => id,
    account: ({ accountId }) => accountId,
    client: ({ clientId }) => clientId,
    scopes: ({ granted }) => granted,
    decided: ({ changedAt }) => toTime(changedAt),
    'last used': ({ lastUsedAt }) => (lastUsedAt === 0 ? 'never' : toTime(lastUsedAt)),
  },
})

export const revokeOneGrant: Command = {
  name: 'grant revoke',
  usage: '<grant>',
  description: 'Takes back what a person let a client have, with all tokens of it.',
  run: async ({ words: [id = ''] }, { print, openServices }) => {
    const { transaction } = await openServices()
    await transaction(async (tx) => {
      const grant = await tx.oauthGrants.find(id)
      if (grant === undefined || grant.granted === '') {
        throw new AdminError(`There is no grant "${id}". "grant list" shows them.`)
      }
      await revokeGrant(tx, operatorSource('cli'), grant)
    })
    print(`${id} is taken back.`)
  },
}
