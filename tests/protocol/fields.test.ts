import { create, is, mask } from 'superstruct'
import { describe, expect, test } from 'vitest'
import { commonDefaults, commonParams, toLanguage } from '../../protocol/common-params.ts'
import { aid, code, displayName, email, flag, mobile, wholeNumber } from '../../protocol/fields.ts'

describe('form fields', () => {
  test('read numbers and flags from text', () => {
    expect(create('24', wholeNumber)).toBe(24)
    expect(create('true', flag)).toBe(1)
    expect(create('0', flag)).toBe(0)
    expect(is(create('1001', aid), aid)).toBe(true)
    for (const wrong of ['', '1e3', '0x10', ' ', '2.5'])
      expect(() => create(wrong, wholeNumber)).toThrow()
    for (const wrong of ['2', 'yes', '']) expect(() => create(wrong, flag)).toThrow()
  })

  test('accept formatted mobile numbers', () => {
    expect(create('+86 138-0013-8000', mobile)).toBe('+8613800138000')
    expect(create('(415) 555.0100', mobile)).toBe('4155550100')
    expect(create('123 456', code)).toBe('123456')
    for (const wrong of ['12', '++81', 'abc', '+1234567890123456'])
      expect(() => create(wrong, mobile)).toThrow()
    for (const wrong of ['12345', 'abcdef', '']) expect(() => create(wrong, code)).toThrow()
  })

  test.each(['ann@example.com', 'a.b+c@mail.example.co.jp', 'ユーザー@例え.jp'])(
    'takes the address %s',
    (address) => {
      expect(create(` ${address} `, email)).toBe(address)
    },
  )

  test.each([
    'ann',
    'ann@',
    '@example.com',
    'ann@example',
    'a b@example.com',
    'ann@exa mple.com',
    'a@b..com',
    'a\n@b.com',
  ])('refuses the address %j', (address) => {
    expect(() => create(address, email)).toThrow()
  })

  test('refuses names that would break a page', () => {
    expect(create('  宮本 茜 ', displayName)).toBe('宮本 茜')
    for (const wrong of ['', '   ', 'a\u0000b', 'evil\u202etxt', 'x'.repeat(65)]) {
      expect(() => create(wrong, displayName)).toThrow()
    }
  })
})

describe('common parameters', () => {
  test('have defaults, and unknown ones are removed', () => {
    const read = mask({ ...commonDefaults, aid: '1001', msToken: 'x' }, commonParams)
    expect(read).toMatchObject({
      aid: 1001,
      language: 'zh',
      account_sdk_source: 'web',
      is_resend: 0,
    })
    expect(read).not.toHaveProperty('msToken')
  })

  test('replace a malformed webId by an empty one', () => {
    expect(mask({ ...commonDefaults, aid: '1', fp: '<script>' }, commonParams).fp).toBe('')
  })

  test('use English for unsupported languages', () => {
    expect(['ja-JP', 'zh_Hant', 'EN', 'fr'].map(toLanguage)).toEqual(['ja', 'zh', 'en', 'en'])
  })
})
