import { expect, test } from 'vitest'
import type { errors } from '#protocol/errors.ts'
import { PassportError } from '../../widget/src/client/errors.ts'
import { explain } from '../../widget/src/flows/problem.ts'
import { bindTexts } from '../../widget/src/messages/bind.ts'
import { messages as en } from '../../widget/src/messages/en.ts'
import { override } from '../../widget/src/messages/override.ts'
import { said } from '../../widget/src/messages/said.ts'
import { strengthTexts } from '../../widget/src/messages/strength.ts'
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
  const textOf = (error: Error): string | undefined => explain(error, own, {})?.text
  expect(textOf(refusal(1092, 'account_limited', 'limited'))).toBe('Not today.')
  expect(textOf(refusal(1009, 'password_error', 'wrong'))).toBe('Wrong.')
  expect(textOf(refusal(4711, undefined, 'of another make'))).toBe('Odd.')
  expect(textOf(refusal(4712, undefined, 'of another make'))).toBe('of another make')
  expect(textOf(refusal(4712, undefined, ''))).toBe(en.broken)
  expect(textOf(refusal(7, 'too_often', 'too often'))).toBe('too often')
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

test('replaces words of later screens by the name of their table, however deep', () => {
  const own = override(texts, {
    bind: {
      title: 'Where we reach you',
      addOf: (kind: string) => `${kind}, please`,
      titles: { email: { add: 'Your e-mail' } },
      save: 5,
      remove: null,
    },
    strength: { levels: ['Weak.'] },
    qr: 'no table',
  })
  const bind = said(own, 'bind', bindTexts)
  expect(bind.title).toBe('Where we reach you')
  expect(bind.addOf('Fax')).toBe('Fax, please')
  expect(bind.titles.email).toEqual({ ...bindTexts.en.titles.email, add: 'Your e-mail' })
  expect([bind.save, bind.remove]).toEqual([bindTexts.en.save, bindTexts.en.remove])
  expect(said(own, 'strength', strengthTexts).levels.slice(0, 2)).toEqual([
    'Weak.',
    strengthTexts.en.levels[1],
  ])
  // The same object each time, so that nothing is drawn anew for it; and ours stay as they were.
  expect(said(own, 'bind', bindTexts)).toBe(bind)
  expect(said(texts, 'bind', bindTexts)).toBe(bindTexts.en)
  expect(bindTexts.en.title).not.toBe(bind.title)
})
