import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import nacl from 'tweetnacl'
import { expect, test } from 'vitest'
import { fromBase64Url, toBase64Url } from '#protocol/bytes.ts'
import { readReply } from '#protocol/envelope.ts'
import { keyId, openFields, type SealParams } from '#protocol/seal.ts'

const page = readFileSync(new URL('../../docs/wire.md', import.meta.url), 'utf8')
const [reply = '', sealed = ''] = Array.from(
  page.matchAll(/```json\n(.+?)```/gs),
  ([, json]) => json ?? '',
)

test('shows a reply that is parsed as a rejection', () => {
  const rejection = { code: 1009, name: 'password_error' }
  for (const rule of ['sso', 'auth', 'message'] as const) {
    expect(readReply(rule, JSON.parse(reply))).toMatchObject({ ok: false, rejection })
  }
})

test('shows a sealed request that can be opened', () => {
  const { pk, email, password, ...params } = JSON.parse(sealed) as Record<string, string>
  const keys = nacl.box.keyPair.fromSecretKey(new Uint8Array(32).fill(1))
  expect(pk).toBe(toBase64Url(keys.publicKey))
  expect(params['seal_kid']).toBe(keyId(createHash('sha256').update(keys.publicKey).digest()))
  const ephemeral = nacl.box.keyPair.fromSecretKey(new Uint8Array(32).fill(2))
  expect(fromBase64Url(params['seal_epk'] ?? '')).toEqual(ephemeral.publicKey)
  const opened = openFields(
    nacl,
    keys,
    { method: 'POST', path: '/passport/web/user/login', aid: 1001 },
    { mix_mode: 2, ...params } as SealParams,
    { email: email ?? '', password: password ?? '' },
  )
  expect(opened).toEqual({ email: 'ann@example.com', password: 'seven quiet otters' })
})
