import { getCountries, getExampleNumber } from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'
import { expect, test } from 'vitest'
import {
  callingCode,
  formatEmail,
  formatMobile,
  hintOf,
  maskEmail,
  maskMobile,
  toEmail,
  toMobile,
} from '../../../server/accounts/recipients.ts'

test('masks addresses', () => {
  expect(maskEmail('ann@example.com')).toBe('a***@example.com')
  expect(maskEmail('')).toBe('')
  expect(maskMobile('+8613800138000')).toBe('138****8000')
  expect(maskMobile('+14155550100')).toBe('415****0100')
  expect(maskMobile('+37212345')).toBe('1****2345')
})

test('shows international domains in their letters, unless they are mixed to deceive', () => {
  expect(formatEmail('ann@xn--r8jz45g.xn--zckzah')).toBe('ann@例え.テスト')
  expect(maskEmail('ann@xn--r8jz45g.xn--zckzah')).toBe('a***@例え.テスト')
  expect(hintOf({ channel: 'email', address: 'annette@xn--bcher-kva.example' })).toBe(
    'ann***@bücher.example',
  )
  // A Cyrillic а in a Latin word.
  expect(formatEmail('ann@xn--pple-43d.com')).toBe('ann@xn--pple-43d.com')
  // Nothing but Cyrillic, and like apple.com to the eye.
  expect(formatEmail('ann@xn--80ak6aa92e.com')).toBe('ann@xn--80ak6aa92e.com')
  expect(formatEmail('ann@xn--e1afmkfd.com')).toBe('ann@пример.com')
  expect(formatEmail('ann@example.com')).toBe('ann@example.com')
})

test.each([
  'ann@-example.com',
  'ann@example-.com',
  'ann@exam_ple.com',
  'ann@example.c',
  'ann@example.c0m',
  'ann@example.123',
  'ann@127.0.0.1',
  'ann@example..com',
  'ann@localhost',
  `ann@${'a'.repeat(64)}.com`,
  `ann@${'abcdefgh.'.repeat(30)}com`,
  `${'あ'.repeat(22)}@example.com`,
  `${'a'.repeat(65)}@example.com`,
  'ann@xn--.com',
  'ann@xn--a.com',
  'ann@shop.xn--0',
  'ann@shop.invalid',
  'ann@dev.localhost',
  'ann@2.0.192.in-addr.arpa',
  'ann@abcdef.onion',
])('refuses the address %s, which cannot exist', (address) => {
  expect(() => toEmail(address)).toThrow('malformed')
})

test.each([
  'a..b.@docomo.ne.jp',
  "o'brien+tag@example.co.uk",
  'あいう@例え.jp',
  'ann@a.museum',
  'ann@1.2.example',
  'ann@xn--r8jz45g.xn--zckzah',
])('takes the address %s', (address) => {
  expect(toEmail(address).channel).toBe('email')
})

test('writes a mobile number as the person knows it', () => {
  expect(formatMobile('+819012345678')).toBe('+81 90 1234 5678')
  expect(formatMobile('+14155550100')).toBe('+1 415 555 0100')
  expect(formatMobile('')).toBe('')
})

test('reads mobile numbers with their calling code', () => {
  expect(toMobile('090 1234 5678'.replaceAll(' ', ''), '81').address).toBe('+819012345678')
  expect(toMobile('008613800138000', undefined).address).toBe('+8613800138000')
  expect([callingCode('+819012345678'), callingCode('+15550100'), callingCode('')]).toEqual([
    81, 1, 0,
  ])
})

test.each([
  ['+8109012345678', undefined, '+819012345678'],
  ['09012345678', '81', '+819012345678'],
  ['89161234567', '7', '+79161234567'],
  ['+390612345678', undefined, '+390612345678'],
  ['+14155550100', '81', '+14155550100'],
  ['٠٩٠١٢٣٤٥٦٧٨', '81', '+819012345678'],
])('removes the national prefix of %s in region %s', (typed, region, number) => {
  expect(toMobile(typed, region).address).toBe(number)
})

test.each([
  ['+9991234567', undefined],
  ['+0123456789', undefined],
  ['+81901234', undefined],
  ['+8190123456789012', undefined],
  ['+141555501000', undefined],
  ['9012345678', undefined],
  ['9012345678', '999'],
  ['0901', '81'],
  ['+819012345678;ext=1', undefined],
])('rejects the impossible number %s in region %s', (typed, region) => {
  expect(() => toMobile(typed, region)).toThrow('malformed')
})

test('keeps the example number of every country', () => {
  for (const country of getCountries()) {
    const number = getExampleNumber(country, examples)?.number ?? ''
    expect(toMobile(number, undefined).address).toBe(number)
  }
  expect(() => toMobile('+97100548303923', undefined)).toThrow('malformed')
})
