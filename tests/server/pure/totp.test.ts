import { expect, test } from 'vitest'
import { matchingStep, stepOf, toBase32, totpUri } from '../../../server/authenticator-apps/totp.ts'
import { codeAt } from '../../support/authenticator-apps.ts'

// RFC 6238, appendix B, with the last six digits.
const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('shows the code of second %i', (seconds, code) => {
  const step = stepOf(seconds * 1000)
  expect(codeAt(secret, step)).toBe(code)
  expect(matchingStep(secret, code, seconds * 1000)).toBe(step)
})

test('finds no step for a text of another length', () => {
  expect(matchingStep(secret, '', 59_000)).toBeUndefined()
  expect(matchingStep(secret, '94287082', 59_000)).toBeUndefined()
})

test('writes a secret as apps read it', () => {
  expect(toBase32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  const uri = new URL(totpUri(toBase32(secret), 'Harbour: K&K', 'ann@example.com'))
  expect(uri.href).toContain('otpauth://totp/Harbour%3A%20K%26K:ann%40example.com?')
  expect(uri.searchParams.get('secret')).toBe(toBase32(secret))
  expect(uri.searchParams.get('issuer')).toBe('Harbour: K&K')
})
