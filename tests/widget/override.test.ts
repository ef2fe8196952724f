import { expect, test } from 'vitest'
import type { errors } from '#protocol/errors.ts'
import { PassportError } from '../../widget/src/client/errors.ts'
import { explain } from '../../widget/src/flows/problem.ts'
import { messages as en } from '../../widget/src/messages/en.ts'
import { override } from '../../widget/src/messages/override.ts'
import { texts } from '../../widget/src/messages/texts-en.ts'

function refusal(code: number, name: keyof typeof errors | undefined, description: string): Error {
  return new PassportError({
    code,
    name,
    description,
    logId: '',
    data: {},
    decision: undefined,
  })
}

test('says what the server says unless the page has words of its own, by name or by number', () => {
  const own = override(texts, {
    account_limited: 'Not today.',
    1009: 'Wrong.',
    4711: 'Odd.',
    too_often: 7,
  })
  const said = (error: Error): string | undefined => explain(error, own, {})?.text
  expect(said(refusal(1092, 'account_limited', 'limited'))).toBe('Not today.')
  expect(said(refusal(1009, 'password_error', 'wrong'))).toBe('Wrong.')
  expect(said(refusal(4711, undefined, 'of another make'))).toBe('Odd.')
  expect(said(refusal(4712, undefined, 'of another make'))).toBe('of another make')
  expect(said(refusal(4712, undefined, ''))).toBe(en.broken)
  expect(said(refusal(7, 'too_often', 'too often'))).toBe('too often')
})

test('replaces words by words and functions by functions', () => {
  const { messages } = override(texts, {
    signIn: 'Log in',
    codeSent: (address: string) => `To ${address}`,
    signUp: 5,
    resendIn: 'soon',
  })
  expect(messages.signIn).toBe('Log in')
  expect(messages.codeSent('ann')).toBe('To ann')
  expect(messages.signUp).toBe(en.signUp)
  expect(messages.resendIn(3)).toBe(en.resendIn(3))
})
