import { expect, test } from 'vitest'
import { readCode } from '../../widget/src/base/read-code.ts'

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123-456', '123456'],
  ['１２３４５６', '123456'],
  ['Sable: 123456 is your sign-in code. Never share it.', '123456'],
  ['Your code is 123 456, good for 10 minutes', '123456'],
  ['コードは 123456 です。10 分間有効です。', '123456'],
  ['Code: 123456\n\n@id.example.com #123456', '123456'],
  ['order 20261121, code 123456', '123456'],
  ['12345678', ''],
  ['1234', ''],
  ['1 2 3 4 5 6', '123456'],
  ['1234.56', '123456'],
  ['none', ''],
])('reads the code out of "%s"', (typed, code) => {
  expect(readCode(typed)).toBe(code)
})
