import { createHash } from 'node:crypto'
import nacl from 'tweetnacl'
import { describe, expect, test } from 'vitest'
import { fromBase64Url, fromUtf8, toBase64Url, toUtf8 } from '../../protocol/bytes.ts'
import {
  keyId,
  openFields,
  sealFields,
  type SealContext,
  type SealKey,
} from '../../protocol/seal.ts'

const server = nacl.box.keyPair()
const key: SealKey = {
  kid: keyId(createHash('sha256').update(server.publicKey).digest()),
  alg: 'x25519-xsalsa20-poly1305',
  pk: toBase64Url(server.publicKey),
  nbf: 0,
  exp: 2 ** 40,
}
const context: SealContext = { method: 'POST', path: '/passport/web/user/login', aid: 1001 }
const fields = { account: 'ann@example.com', password: 'コーヒー☕ and cake' }
const sealed = sealFields(nacl, key, context, fields, 1_800_000_000)

describe('sealed fields', () => {
  test('open to the sealed values', () => {
    expect(openFields(nacl, server, context, sealed.params, sealed.fields)).toEqual(fields)
  })

  test('do not show how long a short value is', () => {
    const lengths = ['1', 'x'.repeat(31)].map(
      (code) => sealFields(nacl, key, context, { code }, 1).fields.code?.length,
    )
    expect(lengths[0]).toBe(lengths[1])
  })

  test.each([
    ['another path', { ...context, path: '/passport/web/email/login' }],
    ['another method', { ...context, method: 'GET' }],
    ['another application', { ...context, aid: 1002 }],
  ] as const)('do not open under %s', (_, other) => {
    expect(openFields(nacl, server, other, sealed.params, sealed.fields)).toBeUndefined()
  })

  test.each(['seal_ts', 'seal_jti', 'seal_kid'] as const)(
    'do not open with a changed %s',
    (name) => {
      const params = { ...sealed.params, [name]: `${sealed.params[name]}1` }
      expect(openFields(nacl, server, context, params, sealed.fields)).toBeUndefined()
    },
  )

  test('do not open when swapped', () => {
    const { account, password } = sealed.fields
    const swapped = { account: password ?? '', password: account ?? '' }
    expect(openFields(nacl, server, context, sealed.params, swapped)).toBeUndefined()
  })

  test('do not open when a byte is changed or the text is not base64url', () => {
    const account = sealed.fields.account ?? ''
    const changed = (account.startsWith('A') ? 'B' : 'A') + account.slice(1)
    for (const wrong of [changed, '*'.repeat(64), '']) {
      expect(openFields(nacl, server, context, sealed.params, { account: wrong })).toBeUndefined()
    }
  })

  // Points of small order give a shared key that anyone can compute.
  test.each([
    '00'.repeat(32),
    `01${'00'.repeat(31)}`,
    'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
    '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
    `ec${'ff'.repeat(30)}7f`,
    `ed${'ff'.repeat(30)}7f`,
    `ee${'ff'.repeat(30)}7f`,
  ])('refuse the low-order key %s', (hex) => {
    const seal_epk = toBase64Url(Uint8Array.from(Buffer.from(hex, 'hex')))
    expect(
      openFields(nacl, server, context, { ...sealed.params, seal_epk }, sealed.fields),
    ).toBeUndefined()
  })

  test('use a new key each time', () => {
    const again = sealFields(nacl, key, context, fields, 1_800_000_000)
    expect(again.params.seal_epk).not.toBe(sealed.params.seal_epk)
    expect(again.params.seal_jti).not.toBe(sealed.params.seal_jti)
  })
})

describe('byte helpers', () => {
  test.each(['', 'a', 'ab', 'abc', 'ü', '日本語', '😀 mixed'])('agree with Node on %j', (text) => {
    expect(Buffer.from(toUtf8(text))).toEqual(Buffer.from(text))
    expect(toBase64Url(toUtf8(text))).toBe(Buffer.from(text).toString('base64url'))
    expect(fromUtf8(fromBase64Url(toBase64Url(toUtf8(text))) ?? Uint8Array.of(255))).toBe(text)
  })

  test('reject text that is not base64url', () => {
    expect(fromBase64Url('a')).toBeUndefined()
    expect(fromBase64Url('a+b/')).toBeUndefined()
    expect(() => fromUtf8(Uint8Array.of(0xff))).toThrow(URIError)
  })
})
