// Writes server/passwords/common-words.txt: what is left of the passwords that leaked most often once
// digits, marks and look-alikes are taken off, and the words that are there already.
// It needs a package that nothing else does: npm install --no-save zxcvbn@4.4.2
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { array, create, string, type } from 'superstruct'
import { MIN_PASSWORD_LENGTH } from '../protocol/fields.ts'
import { baseWordOf, halved, isPattern } from '../server/passwords/password-rules.ts'
import { root } from './lib/prepare.mjs'

/** Number of passwords taken from the list of 30,000; the rest are too rare to be worth their lines. */
const MOST_PASSWORDS = 10_000
/** Shorter ones are part of too many good passwords. */
const MIN_LENGTH = 4
const LINE_LENGTH = 100
/** Words to leave out of the repository. */
const SLURS = /nigg|fagg/

const file = path.join(root, 'server/passwords/common-words.txt')
// The lists of zxcvbn (MIT), the most frequent first.
const require = createRequire(import.meta.url)
const lists: unknown = require('zxcvbn/lib/frequency_lists.js')
const { passwords } = create(lists, type({ passwords: array(string()) }))

const words = new Set(readFileSync(file, 'utf8').trim().split(/\s+/))
for (const password of passwords.slice(0, MOST_PASSWORDS)) {
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
