import { SITE_AID } from '#protocol/site-app.ts'
import { readSettingTexts } from '../config/config-file.ts'
import { DAY_MS } from '../lib/clock.ts'
import { hashToken, makeToken } from '../lib/tokens.ts'
import {
  addClientSecret,
  changeClient,
  endClientSecret,
  markClient,
  proofOf,
  registerClient,
  removeClient,
  setClientLogo,
} from '../oauth/manage-clients.ts'
import type { OAuthClient } from '../store/schema/oauth.ts'
import { readClientOptions, readPicture } from './client-options.ts'
import { AdminError, UsageError, type Command } from './command.ts'
import { toTime } from './format.ts'
import { listCommand } from './list-command.ts'

export const addClient: Command = {
  name: 'client add',
  usage:
    '<name> [--redirects list] [--scopes list] [--public | --key file | --pkce optional] [--origins list] [--after-logout list] [--logout-call address] [--resources list] [--verified] [--devices] [--old-ways list] [--developer name] [--response-modes list] [--claims-in-id-token] [--readable-tokens] [--required-level 1|2|3] [--logo file]',
  description:
    'Registers a client, an application that signs people in here, and prints its id and secret. --public is for clients that can keep no secret, --key for those that authenticate by a key, --pkce optional for old ones without PKCE; --resources may be called without a person, --verified says that you know the makers. --devices lets people sign in by a code that they type on another device; --old-ways get,query lets an old client request tokens by GET and send one in a URL; clients of one --developer know people by the same union_id. --response-modes fragment,form_post lets answers arrive that way too, --claims-in-id-token puts name and address into id tokens for clients that read nothing else, --readable-tokens makes tokens look like a JWT for pages that read them. --required-level 2 gives it codes only where people have used an authenticator app or a recovery code, 3 a passkey. --logo is a picture that people see when they are asked.',
  run: async ({ words: [name = ''], flags }, { config, env, print, openServices }) => {
    const isPublic = flags.public === true
    if (isPublic && flags.key !== undefined) {
      throw new UsageError('A client is public or has a key, not both.')
    }
    const proof = isPublic ? 'public' : flags.key === undefined ? 'secret' : 'key'
    const isVerified = flags.verified === true
    const input = { ...readClientOptions(flags), name, isVerified }
    const logo = await readLogo(flags.logo)
    const services = await openServices()
    const { client, secret } = await registerClient(services, proof, input)
    if (logo !== undefined) await setClientLogo(services, client.id, logo)
    const running = (await services.apps.find(SITE_AID))?.origins[0]
    // The server may have got its origin or port from where this command cannot look.
    const issuer = readSettingTexts(env).PUBLIC_ORIGIN ?? running
    print(`issuer         ${issuer ?? config().PUBLIC_ORIGIN + NEVER_STARTED}`)
    print(`client_id      ${client.id}`)
    if (secret !== undefined) print(`client_secret  ${secret}   (shown once)`)
    print(`scopes         ${client.scopes}`)
  },
}

const NEVER_STARTED = '   (no server has started yet; PUBLIC_ORIGIN or PORT would change it)'

export const listClients = listCommand({
  name: 'client list',
  description: 'Lists the clients: applications that sign people in here.',
  rows: () => (services) => services.oauthClients.all(),
  columns: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    state: ({ state }) => state,
    kind: kindOf,
    verified: ({ isVerified }) => (isVerified ? 'yes' : ''),
    scopes: ({ scopes }) => scopes,
    redirects: ({ redirects }) => redirects.join(','),
    created: ({ createdAt }) => toTime(createdAt),
  },
})

function kindOf(client: OAuthClient): string {
  const proof = { key: 'key', public: 'public', secret: 'confidential' }[proofOf(client)]
  return client.kind === 'registered' ? proof : `${client.kind}, ${proof}`
}

export const freezeClient: Command = {
  name: 'client freeze',
  usage: '<id> [--off]',
  description: 'Stops a client and all its tokens at once; --off undoes it.',
  run: async ({ words: [id = ''], flags: { off } }, { print, openServices }) => {
    const state = off === true ? 'active' : 'frozen'
    await markClient(await openServices(), id, { state })
    print(`${id} is ${state}.`)
  },
}

export const verifyClient: Command = {
  name: 'client verify',
  usage: '<id> [--off]',
  description:
    'Marks a client as verified, because you know its makers: people see no warning. --off undoes it.',
  run: async ({ words: [id = ''], flags: { off } }, { print, openServices }) => {
    const isVerified = off !== true
    await markClient(await openServices(), id, { isVerified })
    print(`${id} is ${isVerified ? 'verified' : 'not verified'}.`)
  },
}

export const addClientSecretCommand: Command = {
  name: 'client secret add',
  usage: '<id>',
  description: 'Adds a second secret to a client and prints it; both are valid until one is ended.',
  run: async ({ words: [id = ''] }, { print, openServices }) => {
    const secret = await addClientSecret(await openServices(), id)
    print(`client_secret  ${secret}   (shown once)`)
  },
}

export const endClientSecretCommand: Command = {
  name: 'client secret end',
  usage: '<id> [--newer]',
  description: 'Ends the older of two secrets of a client at once, or with --newer the newer one.',
  run: async ({ words: [id = ''], flags: { newer } }, { print, openServices }) => {
    const which = newer === true ? 'newer' : 'older'
    await endClientSecret(await openServices(), id, which)
    print(`The ${which} secret of ${id} has ended.`)
  },
}

export const setClient: Command = {
  name: 'client set',
  usage:
    '<id> [--name name] [--redirects list] [--scopes list] [--pkce optional|required] [--origins list] [--after-logout list] [--logout-call address] [--devices | --no-devices] [--old-ways list] [--developer name] [--response-modes list] [--claims-in-id-token | --no-claims-in-id-token] [--readable-tokens | --no-readable-tokens] [--required-level 1|2|3] [--logo file]',
  description:
    'Changes the data of a client; a list replaces the one before. If its name or redirects change, people are asked for consent again; tokens with scopes that it loses end at once.',
  run: async ({ words: [id = ''], flags }, { print, openServices }) => {
    if (Object.values(flags).every((value) => value === undefined)) {
      throw new UsageError('Give at least one option to change, such as --name.')
    }
    const input = readClientOptions(flags)
    const logo = await readLogo(flags.logo)
    const services = await openServices()
    await changeClient(services, id, input)
    if (logo !== undefined) await setClientLogo(services, id, logo)
    print(`${id} is changed.`)
  },
}

async function readLogo(file: string | boolean | undefined): Promise<Uint8Array | undefined> {
  return file === undefined ? undefined : await readPicture(String(file))
}

export const removeClientCommand: Command = {
  name: 'client remove',
  usage: '<id>',
  description: 'Removes a client, with all consents and tokens; its own server is not told.',
  run: async ({ words: [id = ''] }, { print, openServices }) => {
    await removeClient(await openServices(), 'cli', id)
    print(`${id} is removed.`)
  },
}

export const addClientToken: Command = {
  name: 'client token',
  usage: '[--days number | --end]',
  description:
    'Prints a token with which clients may register themselves, if CLIENT_REGISTRATION is "token"; valid for 7 days. --end ends all such tokens.',
  run: async ({ flags }, { clock, config, print, openServices }) => {
    if (flags.end === true) {
      const { oauthReferences } = await openServices()
      await oauthReferences.endAll('InitialAccessToken')
      print('All registration tokens have ended.')
      return
    }
    const days = Number(flags.days ?? 7)
    if (!Number.isInteger(days) || days < 1 || days > 365) {
      throw new UsageError(`--days is "${flags.days}", but must be a whole number from 1 to 365.`)
    }
    if (config().CLIENT_REGISTRATION !== 'token') {
      throw new AdminError(
        'CLIENT_REGISTRATION is off, so no token would be accepted. Set it to "token" first.',
      )
    }
    const token = makeToken()
    const { oauthReferences } = await openServices()
    await oauthReferences.insert({
      hash: hashToken(token),
      kind: 'InitialAccessToken',
      clientId: '',
      payload: '{}',
      usedAt: null,
      expiresAt: clock() + days * DAY_MS,
    })
    print(`token  ${token}   (shown once, for ${days} days)`)
  },
}
