import { expect, test } from 'vitest'
import { createLoginFlow } from '../../widget/src/login/flows/login.ts'
import { messages as en } from '../../widget/src/messages/en/messages.ts'
import { findCountries, guessCountry, nameCountries } from '../../widget/src/ui/mobile/countries.ts'
import { listCountries, readNumber } from '../../widget/src/ui/mobile/phone-metadata.ts'
import { createTestServer } from '../support/test-server.ts'
import { form, openInstance } from './instance.ts'

test.each([
  ['090-1234-5678', 'JP', '+819012345678', '090-1234-5678', '+81 90 1234 5678', 'JP'],
  ['+44 20 7946 0018', 'JP', '+442079460018', '020 7946 0018', '+44 20 7946 0018', 'GB'],
  ['0044 20 7946 0018', 'JP', '+442079460018', '020 7946 0018', '+44 20 7946 0018', 'GB'],
  ['０９０１２３４５６７８', 'JP', '+819012345678', '090-1234-5678', '+81 90 1234 5678', 'JP'],
  ['1 55 1234 5678', 'MX', '+525512345678', '55 1234 5678', '+52 55 1234 5678', 'MX'],
  ['+52 1 55 1234 5678', 'JP', '+525512345678', '55 1234 5678', '+52 55 1234 5678', 'MX'],
  ['11 4567-8901', 'AR', '+5491145678901', '011 15-4567-8901', '+54 9 11 4567 8901', 'AR'],
  ['604-555-0100', 'US', '+16045550100', '(604) 555-0100', '+1 604 555 0100', 'CA'],
])('reads %s in %s as %s', (typed, country, full, national, international, of) => {
  expect(readNumber(typed, country)).toEqual({
    full,
    national,
    international,
    country: of,
  })
})

test.each(['', '0901', 'ann@example.com', '+999 123', '1234567890123456789'])(
  'does not accept "%s" as a number',
  (typed) => {
    expect(readNumber(typed, 'JP')).toBeUndefined()
  },
)

test.each([
  [['ja'], 'JP'],
  [['en-GB', 'en'], 'GB'],
  [['en', 'de-AT'], 'AT'],
  [['zh-Hant-TW'], 'TW'],
  [['zh'], 'CN'],
  [['x-nothing', ''], 'US'],
  [['tlh'], 'US'],
])('guesses from %j that a number belongs to %s', (tags, country) => {
  const known = listCountries().map((one) => one.country)
  expect(guessCountry(tags, known)).toBe(country)
})

test('finds countries by their names in two languages, without accents, and by code', () => {
  const countries = nameCountries(listCountries(), 'ja')
  const found = (typed: string): string[] =>
    findCountries(countries, typed).map((one) => one.country)
  expect(found('日本')[0]).toBe('JP')
  expect(found('japan')[0]).toBe('JP')
  expect(found('jp')[0]).toBe('JP')
  expect(found('+81')[0]).toBe('JP')
  expect(found('８１')).toContain('JP')
  expect(found('cote d')).toContain('CI')
  expect(found('nowhere')).toEqual([])
  expect(found(' ')).toHaveLength(countries.length)
})

test('sends a code to the full number of the mobile field', async () => {
  const server = await createTestServer()
  const { instance } = openInstance(server)
  const { code, ...flow } = createLoginFlow(instance)
  code.setMobile(true)
  await flow.signInByCode(form({ mobile: '0901', number: '' }))
  expect(flow.$formError.get()).toEqual({ field: 'email', text: en.common.needMobile })
  await flow.signInByCode(form({ mobile: '090-1234-5678', number: '+819012345678' }))
  expect(code.$state.get()).toMatchObject({ step: 'code', address: { channel: 'mobile' } })
  flow.dispose()
})

test('asks for the country if only digits are typed where any address is allowed', async () => {
  const server = await createTestServer()
  const { instance, browser } = openInstance(server)
  const { code, ...flow } = createLoginFlow(instance)
  await flow.signInByCode(form({ email: '09012345678' }))
  expect(code.$isMobile.get()).toBe(true)
  expect(flow.$formError.get()?.text).toBe(en.common.needCountryCode)
  expect(browser.sent).toEqual([])
  code.setMobile(false)
  expect(flow.$formError.get()).toBeUndefined()
  flow.dispose()
})
