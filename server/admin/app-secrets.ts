import { addAppSecret, endAppSecret } from '../operators/app-secrets.ts'
import { readAid } from '../operators/change-app.ts'
import type { Command } from './command.ts'
import { toTime } from './format.ts'
import { listCommand } from './list-command.ts'

export const addAppSecretCommand: Command = {
  name: 'app secret add',
  usage: '<aid>',
  description:
    'Makes a secret by which servers of an application prove what they are; two are valid at once.',
  run: async ({ words: [aid = ''] }, { print, openServices }) => {
    const { id, secret } = await addAppSecret(await openServices(), readAid(aid))
    print(secret)
    print(`It is shown only now, and is called ${id} from here on.`)
  },
}

export const listAppSecrets = listCommand({
  name: 'app secret list',
  usage: '<aid>',
  description: 'Lists what the secrets of an application are called, and since when they are.',
  rows:
    ({ words: [aid = ''] }) =>
    ({ appSecrets }) =>
      appSecrets.list(readAid(aid)),
  columns: {
    secret: ({ id }) => id,
    made: ({ createdAt }) => toTime(createdAt),
  },
})

export const endAppSecretCommand: Command = {
  name: 'app secret end',
  usage: '<aid> <secret>',
  description: 'Ends a secret of an application at once, by what it is called.',
  run: async ({ words: [aid = '', id = ''] }, { print, openServices }) => {
    await endAppSecret(await openServices(), readAid(aid), id)
    print(`${id} has ended.`)
  },
}
