import { resourceBoxes } from '#protocol/scopes.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { readName } from '../oauth/client-input.ts'
import { isResourceScope } from '../oauth/resources.ts'
import { AdminError, UsageError, type Command } from './command.ts'
import { toTime } from './format.ts'
import { listCommand } from './list-command.ts'

export const addResource: Command = {
  name: 'resource add',
  usage: '<address> <name> --scopes "name=What people read; …" [--jwt] [--client id]',
  description:
    'Registers another server that clients may ask access to (RFC 8707). Its tokens are looked up by --client at /oauth/introspect; with --jwt it reads them by itself (RFC 9068), and they last ten minutes.',
  run: async ({ words: [address = '', name = ''], flags }, { clock, print, openServices }) => {
    const clientId = String(flags.client ?? '')
    const resource = {
      id: readAddress(address),
      name: readName(name),
      scopes: readResourceScopes(String(flags.scopes ?? '')),
      format: flags.jwt === true ? ('jwt' as const) : ('opaque' as const),
      clientId,
      createdAt: clock(),
    }
    if (resource.format === 'opaque' && clientId === '') {
      throw new UsageError('A resource needs --jwt, or the --client that asks about its tokens.')
    }
    const { oauthClients, oauthResources } = await openServices()
    if (clientId !== '' && (await oauthClients.find(clientId)) === undefined) {
      throw new OperatorError('unknown', 'client', clientId)
    }
    if (!(await oauthResources.insert(resource))) {
      throw new AdminError(`There is a resource "${resource.id}" already.`)
    }
    print(`${resource.id} is registered.`)
  },
}

export const listResources = listCommand({
  name: 'resource list',
  description: 'Lists the servers that clients may ask access to.',
  rows: () => (services) => services.oauthResources.all(),
  columns: {
    address: ({ id }) => id,
    name: ({ name }) => name,
    scopes: ({ scopes }) => Object.keys(scopes).join(' '),
    tokens: ({ format }) => format,
    'asked by': ({ clientId }) => clientId,
    made: ({ createdAt }) => toTime(createdAt),
  },
})

export const removeResource: Command = {
  name: 'resource remove',
  usage: '<address>',
  description: 'Removes such a server; nobody gets tokens for it any more.',
  run: async ({ words: [address = ''] }, { print, openServices }) => {
    const { oauthResources } = await openServices()
    if (!(await oauthResources.remove(address))) {
      throw new OperatorError('unknown', 'resource', address)
    }
    print(`${address} is removed.`)
  },
}

function readAddress(text: string): string {
  const url = URL.parse(text)
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && !/[\s#]/.test(text)
  if (!isPlain || url.username !== '' || url.password !== '') {
    throw new UsageError(`"${text}" is no address such as https://api.example.com/.`)
  }
  // Most libraries parse it first, which adds a slash to a host alone.
  if (url.href !== text)
    throw new UsageError(`"${text}" must be "${url.href}", as clients send it.`)
  return text
}

function readResourceScopes(text: string): Record<string, string> {
  const scopes = text.split(';').map((part) => {
    const [name = '', ...rest] = part.trim().split('=')
    return [name, rest.join('=').trim()] as const
  })
  const wrong = scopes.find(([name, label]) => !isResourceScope(name) || label === '')
  if (wrong !== undefined) {
    throw new UsageError(
      '--scopes must be such as "boats:read=See your boats; boats:write=Change your boats", with names that are not ours.',
    )
  }
  if (scopes.length > resourceBoxes.length) {
    throw new UsageError(`A resource has at most ${resourceBoxes.length} scopes.`)
  }
  return Object.fromEntries(scopes)
}
