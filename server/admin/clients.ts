import { parseScopes, scopeNames } from '#protocol/scopes.ts'
import { makeToken } from '../lib/tokens.ts'
import { hashClientSecret } from '../oauth/clients.ts'
import type { OAuthClient } from '../store/oauth-client-repository.ts'
import { AdminError, UsageError, type Command } from './command.ts'
import { toTable, toTime } from './format.ts'

const DEFAULT_SCOPES = 'openid user_info profile email'

export const addClient: Command = {
  name: 'client add',
  usage: '<name> --redirects list [--scopes list] [--public | --pkce optional]',
  description:
    'Registers a client, a program of others that signs people in here, and prints its id and secret; --public is for clients that can keep no secret, --pkce optional for old ones that cannot do PKCE.',
  flags: { redirects: 'string', scopes: 'string', public: 'boolean', pkce: 'string' },
  words: [1, 1],
  run: async ({ words: [name = ''], flags }, { clock, config, print, withServices }) => {
    const secret = flags.public === true ? '' : makeToken()
    const client: OAuthClient = {
      id: `c_${makeToken().slice(0, 22)}`,
      name: readName(name),
      state: 'active',
      redirects: readRedirects(String(flags.redirects ?? '')),
      scopes: readScopes(String(flags.scopes ?? DEFAULT_SCOPES)),
      secretHash: secret === '' ? '' : hashClientSecret(secret),
      needsPkce: readNeedsPkce(flags.pkce, secret === ''),
      createdAt: clock(),
    }
    await withServices(({ oauthClients }) => oauthClients.insert(client))
    print(`issuer         ${config().PUBLIC_ORIGIN}`)
    print(`client_id      ${client.id}`)
    if (secret !== '') print(`client_secret  ${secret}   (shown once)`)
    print(`scopes         ${client.scopes}`)
  },
}

export const listClients: Command = {
  name: 'client list',
  usage: '',
  description: 'Lists the clients: the programs of others that sign people in here.',
  run: async (_input, { print, withServices }) => {
    const clients = await withServices(({ oauthClients }) => oauthClients.all())
    print(
      toTable(
        ['id', 'name', 'state', 'kind', 'scopes', 'redirects', 'made'],
        clients.map((client) => [
          client.id,
          client.name,
          client.state,
          client.secretHash === '' ? 'public' : 'confidential',
          client.scopes,
          client.redirects.join(','),
          toTime(client.createdAt),
        ]),
      ),
    )
  },
}

export const freezeClient: Command = {
  name: 'client freeze',
  usage: '<id> [--off]',
  description: 'Stops a client at once, with all tokens that it has; --off undoes it.',
  flags: { off: 'boolean' },
  words: [1, 1],
  run: async ({ words: [id = ''], flags: { off } }, { print, withServices }) => {
    const state = off === true ? 'active' : 'frozen'
    const isChanged = await withServices(({ oauthClients }) => oauthClients.setState(id, state))
    if (!isChanged) throw new AdminError(`There is no client "${id}" that is not ${state}.`)
    print(`${id} is ${state}.`)
  },
}

export const renewClientSecret: Command = {
  name: 'client secret',
  usage: '<id>',
  description: 'Replaces the secret of a client and prints the new one; the former stops at once.',
  words: [1, 1],
  run: async ({ words: [id = ''] }, { print, withServices }) => {
    const secret = makeToken()
    await withServices(async ({ oauthClients }) => {
      const client = await oauthClients.find(id)
      if (client === undefined) throw unknownClient(id)
      if (client.secretHash === '') throw new AdminError(`${id} is public and has no secret.`)
      await oauthClients.setSecret(id, hashClientSecret(secret))
    })
    print(`client_secret  ${secret}   (shown once)`)
  },
}

export const removeClient: Command = {
  name: 'client remove',
  usage: '<id>',
  description: 'Removes a client, with all that people let it have.',
  words: [1, 1],
  run: async ({ words: [id = ''] }, { print, withServices }) => {
    if (!(await withServices(({ oauthClients }) => oauthClients.remove(id)))) {
      throw unknownClient(id)
    }
    print(`${id} is removed.`)
  },
}

function unknownClient(id: string): AdminError {
  return new AdminError(`There is no client "${id}".`)
}

function readName(input: string): string {
  const name = input.trim()
  if (name === '' || name.length > 64 || /\p{C}/u.test(name)) {
    throw new UsageError('The name must be printable text of at most 64 characters.')
  }
  return name
}

function readNeedsPkce(flag: string | boolean | undefined, isPublic: boolean): boolean {
  if (flag === undefined || flag === 'required') return true
  if (flag !== 'optional')
    throw new UsageError(`--pkce is "${flag}", but must be optional or required.`)
  if (isPublic) throw new UsageError('A client without a secret needs PKCE.')
  return false
}

function readScopes(text: string): string {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  const known = parseScopes(text)
  if (words.length === 0 || words.some((word) => !known.some((name) => name === word))) {
    throw new UsageError(`--scopes is "${text}", but must be of ${scopeNames.join(', ')}.`)
  }
  return known.join(' ')
}

// https, http on the person's own computer, or a scheme of the client's own with a dot (RFC 8252 §7).
function readRedirects(text: string): string[] {
  const redirects = text.split(',').filter((part) => part !== '')
  if (redirects.length === 0) {
    throw new UsageError('A client needs --redirects, such as https://app.example.com/callback.')
  }
  const wrong = redirects.find((redirect) => !isRedirect(redirect))
  if (wrong === undefined) return redirects
  throw new UsageError(
    `"${wrong}" is no address such as https://app.example.com/callback, http://127.0.0.1/callback or com.example.app:/callback.`,
  )
}

function isRedirect(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.hash !== '' || text.includes('#')) return false
  if (url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  if (url.protocol === 'http:') return ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  return url.protocol.includes('.')
}
