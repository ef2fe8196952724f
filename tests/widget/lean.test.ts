import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'rolldown'
import type * as Superstruct from 'superstruct'
import nacl from 'tweetnacl'
import { expect, test } from 'vitest'
import { toUtf8 } from '../../protocol/bytes.ts'
import { openFields, sealFields } from '../../protocol/seal.ts'
import { browserBuild } from '../../scripts/element/browser-build.ts'

/** What a browser gets of a package. */
async function lean<Module>(name: string): Promise<Module> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'passport-lean-')), 'lean.mjs')
  await build({ ...browserBuild, input: name, output: { file } })
  return (await import(file)) as Module
}

test('seals in a browser what the server opens, and knows a good signature from another', async () => {
  const { default: own } = await lean<{ default: typeof nacl }>('tweetnacl')
  const server = nacl.box.keyPair()
  const key = {
    kid: 'k',
    alg: 'x25519-xsalsa20-poly1305' as const,
    pk: Buffer.from(server.publicKey).toString('base64url'),
    nbf: 0,
    exp: 1,
  }
  const context = { method: 'POST', path: '/login', aid: 1 } as const
  const { params, fields } = sealFields(own, key, context, { password: 'seven otters' }, 0)
  expect(openFields(nacl, server, context, params, fields)).toEqual({ password: 'seven otters' })

  const { publicKey, secretKey } = nacl.sign.keyPair()
  const message = toUtf8('keys')
  const signature = nacl.sign.detached(message, secretKey)
  expect(own.sign.detached.verify(message, signature, publicKey)).toBe(true)
  expect(own.sign.detached.verify(toUtf8('kegs'), signature, publicKey)).toBe(false)
  expect(own.randomBytes(12)).not.toEqual(own.randomBytes(12))
})

test('says what was expected and what came instead', async () => {
  const { array, object, size, string, validate } = await lean<typeof Superstruct>('superstruct')
  const said = (value: unknown): string | undefined =>
    validate(value, object({ list: array(size(string(), 1, 3)) }))[0]?.message
  expect(said({ list: [5] })).toBe(
    'At path: list.0 -- Expected a value of type `string`, but received: `5`',
  )
  expect(said({ list: ['four'] })).toContain('length between `1` and `3`')
  expect(said({ list: ['one'] })).toBeUndefined()
})
