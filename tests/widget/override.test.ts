import { expect, test } from 'vitest'
import type { errors } from '#protocol/errors.ts'
import { PassportError } from '../../widget/src/client/errors.ts'
import { toFormError } from '../../widget/src/ui/flows/form-error.ts'
import { override } from '../../widget/src/messages/override.ts'
import { messages } from '../../widget/src/messages/en/messages.ts'

function rejection(
  code: number,
  name: keyof typeof errors | undefined,
  description: string,
): Error {
  return new PassportError(
    { code, name, description, logId: '', data: {}, decision: undefined },
    { operation: 'user_login', fields: {} },
  )
}

test('shows the server’s text unless the page overrides it by name or number', () => {
  const own = override(messages, {
    account_limited: 'Not today.',
    1009: 'Wrong.',
    4711: 'Odd.',
    too_often: 7,
  })
  const textOf = (error: Error): string | undefined => toFormError(error, own, {})?.text
  expect(textOf(rejection(1092, 'account_limited', 'limited'))).toBe('Not today.')
  expect(textOf(rejection(1009, 'password_error', 'wrong'))).toBe('Wrong.')
  expect(textOf(rejection(4711, undefined, 'of another make'))).toBe('Odd.')
  expect(textOf(rejection(4712, undefined, 'of another make'))).toBe('of another make')
  expect(textOf(rejection(4712, undefined, ''))).toBe(messages.common.broken)
  expect(textOf(rejection(7, 'too_often', 'too often'))).toBe('too often')
})

test('replaces messages by messages and functions by functions', () => {
  const { common } = override(messages, {
    signIn: 'Log in',
    codeSent: (address: string) => `To ${address}`,
    signUp: 5,
    resendIn: 'soon',
  })
  expect(common.signIn).toBe('Log in')
  expect(common.codeSent('ann')).toBe('To ann')
  expect(common.signUp).toBe(messages.common.signUp)
  expect(common.resendIn(3)).toBe(messages.common.resendIn(3))
})

test('replaces messages of lazily loaded screens by their area, at any depth', () => {
  const { bind, strength, qr, language } = override(messages, {
    bind: {
      title: 'Where we reach you',
      addOf: (kind: string) => `${kind}, please`,
      titles: { email: { add: 'Your e-mail' } },
      save: 5,
      remove: null,
    },
    strength: { levels: ['Weak.'] },
    qr: 'no area',
    language: 'ja',
  })
  expect(bind.title).toBe('Where we reach you')
  expect(bind.addOf('Fax')).toBe('Fax, please')
  expect(bind.titles.email).toEqual({ ...messages.bind.titles.email, add: 'Your e-mail' })
  expect([bind.save, bind.remove]).toEqual([messages.bind.save, messages.bind.remove])
  expect(strength.levels.slice(0, 2)).toEqual(['Weak.', messages.strength.levels[1]])
  expect(qr).toEqual(messages.qr)
  expect(language).toBe('en')
  // Ours stay as they were.
  expect(messages.bind.title).not.toBe(bind.title)
})
