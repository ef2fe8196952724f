import { expect, test } from 'vitest'
import { codeTypes, isFor } from '../../protocol/code-types.ts'
import { methodsFor, signInMethods, methodWireNames } from '../../protocol/sign-in-methods.ts'

test('offers methods in the order of the table', () => {
  expect(methodsFor('second')).toEqual([
    'passkey',
    'authenticatorApp',
    'smsCode',
    'emailCode',
    'password',
    'recoveryCode',
  ])
  expect(methodsFor('recovery')).toEqual(['smsCode', 'emailCode'])
  expect(methodWireNames).toEqual([
    'passkey_verify',
    'totp_verify',
    'mobile_sms_verify',
    'email_code_verify',
    'pwd_verify',
    'recovery_code_verify',
  ])
})

test('names code types that go to an address of the account', () => {
  for (const [name, channel] of [
    ['smsCode', 'mobile'],
    ['emailCode', 'email'],
  ] as const) {
    const type = codeTypes[signInMethods[name].codeType]
    expect(type).toMatchObject({ purpose: 'verify', to: 'bound' })
    expect(isFor(type, channel)).toBe(true)
  }
})
