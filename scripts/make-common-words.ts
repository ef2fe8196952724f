// Writes server/passwords/common-words.txt: what is left of the passwords that leaked most often once
// digits, marks and look-alikes are taken off, and the words that are there already.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { dictionary } from '@zxcvbn-ts/language-common'
import { MIN_PASSWORD_LENGTH } from '../protocol/fields.ts'
import { baseWordOf, halved, isPattern } from '../server/passwords/password-rules.ts'
import { root } from './lib/prepare.mjs'

/** Shorter ones are part of too many good passwords. */
const MIN_LENGTH = 4
const LINE_LENGTH = 100
/** Words to leave out of the repository. */
const SLURS = /nigg|fagg/

const file = path.join(root, 'server/passwords/common-words.txt')
const words = new Set(readFileSync(file, 'utf8').trim().split(/\s+/))
// The list of zxcvbn-ts (MIT); words of that of zxcvbn 4.4.2 (MIT) are there already.
for (const password of dictionary['passwords-common']) {
  // Digits alone are looked up as they are.
  const word = /\p{L}/u.test(password) ? halved(baseWordOf(password)) : password
  // Patterns are refused by rule.
  if (word.length < MIN_LENGTH || isPattern(word) || /\s/.test(word) || SLURS.test(word)) continue
  // Some come out as yet another disguise.
  if (/\p{L}/u.test(word) ? baseWordOf(word) === word : word.length >= MIN_PASSWORD_LENGTH)
    words.add(word)
}

const lines: string[] = []
for (const word of [...words].toSorted()) {
  const line = lines.at(-1)
  if (line === undefined || line.length + 1 + word.length > LINE_LENGTH) lines.push(word)
  else lines[lines.length - 1] = `${line} ${word}`
}
writeFileSync(file, `${lines.join('\n')}\n`)
console.log(`${words.size} words in ${path.relative(root, file)}`)
