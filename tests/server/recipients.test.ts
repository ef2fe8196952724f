import { getCountries, getExampleNumber } from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'
import { expect, test } from 'vitest'
import {
  callingCode,
  formatMobile,
  maskEmail,
  maskMobile,
  toMobile,
} from '../../server/accounts/recipients.ts'

test('masks addresses', () => {
  expect(maskEmail('ann@example.com')).toBe('a***@example.com')
  expect(maskEmail('')).toBe('')
  expect(maskMobile('+8613800138000')).toBe('138****8000')
  expect(maskMobile('+14155550100')).toBe('415****0100')
  expect(maskMobile('+37212345')).toBe('1****2345')
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
  ['٠٩٠١٢٣٤٥٦٧٨', '81'],
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
