import { makeToken, hashToken } from '../lib/tokens.ts'
import { AdminError, type Command, type CommandInput } from './command.ts'
import { toTable, toTime } from './format.ts'

/** Two, so that servers can change from one to the other. */
const MAX_SECRETS = 2
const ID_LENGTH = 8

export const addAppSecret: Command = {
  name: 'app secret add',
  usage: '<aid>',
  description:
    'Makes a secret by which servers of an application prove what they are; two are valid at once.',
  run: async (input, { clock, print, withServices }) => {
    const aid = readAid(input)
    const secret = makeToken()
    const hash = hashToken(secret)
    await withServices((services) =>
      services.transaction(async ({ appSecrets, registeredApps }) => {
        const app = (await registeredApps.all()).find((candidate) => candidate.aid === aid)
        if (app === undefined) throw new AdminError(`There is no application ${aid}.`)
        // Locks the application, so that two operators do not both add the last one.
        await registeredApps.update(app)
        if ((await appSecrets.list(aid)).length >= MAX_SECRETS) {
          throw new AdminError(
            `Application ${aid} has ${MAX_SECRETS} secrets: end one with "app secret end".`,
          )
        }
        await appSecrets.insert({ hash, aid, id: hash.slice(0, ID_LENGTH), createdAt: clock() })
      }),
    )
    print(secret)
    print(`It is shown only now, and is called ${hash.slice(0, ID_LENGTH)} from here on.`)
  },
}

export const listAppSecrets: Command = {
  name: 'app secret list',
  usage: '<aid>',
  description: 'Lists what the secrets of an application are called, and since when they are.',
  run: async (input, { print, withServices }) => {
    const aid = readAid(input)
    const secrets = await withServices(({ appSecrets }) => appSecrets.list(aid))
    print(
      toTable(secrets, {
        secret: ({ id }) => id,
        made: ({ createdAt }) => toTime(createdAt),
      }),
    )
  },
}

export const endAppSecret: Command = {
  name: 'app secret end',
  usage: '<aid> <secret>',
  description: 'Ends a secret of an application at once, by what it is called.',
  run: async (input, { print, withServices }) => {
    const aid = readAid(input)
    const [, id = ''] = input.words
    const isEnded = await withServices(({ appSecrets }) => appSecrets.remove(aid, id))
    if (!isEnded) throw new AdminError(`Application ${aid} has no secret ${id}.`)
    print(`${id} has ended.`)
  },
}

function readAid({ words: [text = ''] }: CommandInput): number {
  if (!/^\d{1,10}$/.test(text)) throw new AdminError(`There is no application "${text}".`)
  return Number(text)
}
