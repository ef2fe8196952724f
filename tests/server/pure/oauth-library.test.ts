// Undocumented behaviour of `oidc-provider` that our code relies on: an update that changes it
// fails here, by name, before it fails anywhere else.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { promisify } from 'node:util'
import { Provider, type Adapter, type AdapterPayload } from 'oidc-provider'
import { expect, test } from 'vitest'

const ISSUER = 'http://localhost:4321'

interface Manifest {
  version: string
  dependencies: Record<string, string>
}

function manifest(file: string): Manifest {
  return JSON.parse(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')) as Manifest
}

/** An adapter that shows what it was given. */
function createMemory(): {
  adapter: (model: string) => Adapter
  stored: Map<string, AdapterPayload>
} {
  const stored = new Map<string, AdapterPayload>()
  const nothing = (): Promise<undefined> => Promise.resolve(undefined)
  return {
    stored,
    adapter: (model) => ({
      upsert: async (_id, payload) => void stored.set(model, payload),
      find: nothing,
      findByUid: nothing,
      findByUserCode: nothing,
      consume: nothing,
      destroy: nothing,
      revokeByGrantId: nothing,
    }),
  }
}

test('is loaded on first use, not with the server', async () => {
  const server = new URL('../../../server/start.ts', import.meta.url).href
  const script = `
    import { registerHooks } from 'node:module'
    registerHooks({
      resolve(name, context, next) {
        if (name === 'oidc-provider') console.log(context.parentURL)
        return next(name, context)
      },
    })
    await import(${JSON.stringify(server)})`
  const words = ['--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, words)
  expect(stdout).toBe('')
})

test('pins the version that these tests were written for', () => {
  const { dependencies } = manifest('package.json')
  expect(dependencies['oidc-provider']).toBe('9.13.3')
  expect(manifest('node_modules/oidc-provider/package.json').version).toBe('9.13.3')
})

test('stores codes and tokens under the names that we read', async () => {
  const { adapter, stored } = createMemory()
  const clients = [{ client_id: 'a', client_secret: 'b', redirect_uris: ['https://a.example.com'] }]
  const provider = new Provider(ISSUER, { adapter, clients })
  const client = await provider.Client.find('a')
  if (client === undefined) throw new Error('the client is unknown')
  const source = { client, accountId: 'op_1', grantId: 'grant', scope: 'openid', gty: 'x' }
  const code = new provider.AuthorizationCode({
    ...source,
    redirectUri: 'https://a.example.com',
    codeChallenge: 'c',
    codeChallengeMethod: 'S256',
    nonce: 'n',
    authTime: 1,
    expiresWithSession: false,
    sid: 'sid',
    dpopJkt: 'key',
  })
  const reference = await code.save()
  const access = await new provider.AccessToken({ ...source, expiresWithSession: false }).save()
  const refresh = await new provider.RefreshToken({ ...source, rotations: 0 }).save()
  expect([reference, access, refresh].every((text) => /^[\w-]{43}$/.test(text))).toBe(true)
  expect(stored.get('AuthorizationCode')).toMatchObject({
    jti: reference,
    kind: 'AuthorizationCode',
    accountId: 'op_1',
    clientId: 'a',
    grantId: 'grant',
    codeChallenge: 'c',
    codeChallengeMethod: 'S256',
    nonce: 'n',
    authTime: 1,
    redirectUri: 'https://a.example.com',
    scope: 'openid',
    sid: 'sid',
    dpopJkt: 'key',
    exp: expect.any(Number),
  })
  for (const [model, jti] of [
    ['AccessToken', access],
    ['RefreshToken', refresh],
  ] as const) {
    expect(stored.get(model)).toMatchObject({ jti, kind: model, clientId: 'a', grantId: 'grant' })
  }
})

test('has the methods that we replace', () => {
  const { AccessToken, Client, IdToken, RefreshToken, ReplayDetection } = new Provider(ISSUER)
  expect(IdToken.prototype.payload).toBeTypeOf('function')
  for (const { prototype } of [AccessToken, RefreshToken]) {
    expect(prototype).toHaveProperty('generateTokenId', expect.any(Function))
  }
  expect(Client.prototype.compareClientSecret).toBeTypeOf('function')
  expect(RefreshToken.prototype.save).toBeTypeOf('function')
  expect(ReplayDetection.unique).toBeTypeOf('function')
})
