import { readDay } from '../lib/read-day.ts'
import { addAdminToken, endAdminToken } from '../admin-api/admin-tokens.ts'
import { toParts } from '../lib/to-parts.ts'
import { readAid } from '../operators/change-app.ts'
import { UsageError, type Command } from './command.ts'
import { toTime } from './format.ts'
import { listCommand } from './list-command.ts'

export const addToken: Command = {
  name: 'token add',
  usage: '<name> --scopes list --until YYYY-MM-DD [--from networks] [--aid number]',
  description:
    'Makes a token for the admin API, for a year at most; --from names networks such as 10.0.0.0/8, and --aid the only application whose people it sees.',
  run: async ({ words: [name = ''], flags }, { clock, print, openServices }) => {
    const { scopes, until, from, aid } = flags
    if (from !== undefined && toParts(String(from)).length === 0) {
      throw new UsageError('--from is empty: leave it out for every network.')
    }
    const wanted = {
      name,
      scopes: toParts(String(scopes)),
      expiresAt: readDay('--until', String(until), clock()),
      networks: from === undefined ? [] : toParts(String(from)),
      aid: aid === undefined ? null : readAid(String(aid)),
    }
    const { text, token } = await addAdminToken(await openServices(), wanted)
    print(text)
    print(`It is shown only now, and is called ${token.id} from here on.`)
  },
}

export const listTokens = listCommand({
  name: 'token list',
  description: 'Lists the tokens of the admin API, ended ones too, without their text.',
  rows: (_input, { clock }) => {
    const now = clock()
    return async ({ adminTokens }) =>
      (await adminTokens.list()).map((token) => ({ ...token, isExpired: token.expiresAt <= now }))
  },
  columns: {
    token: ({ id }) => id,
    name: ({ name }) => name,
    scopes: ({ scopes }) => scopes,
    from: ({ networks }) => networks,
    aid: ({ aid }) => (aid === null ? '' : String(aid)),
    until: ({ expiresAt }) => toTime(expiresAt),
    'last used': ({ lastUsedAt }) => (lastUsedAt === 0 ? 'never' : toTime(lastUsedAt)),
    state: ({ endedAt, isExpired }) => (endedAt !== 0 ? 'ended' : isExpired ? 'expired' : 'valid'),
  },
})

export const endToken: Command = {
  name: 'token end',
  usage: '<token>',
  description: 'Ends a token of the admin API at once, by what the list calls it.',
  run: async ({ words: [id = ''] }, { print, openServices }) => {
    await endAdminToken(await openServices(), id)
    print(`${id} has ended.`)
  },
}
