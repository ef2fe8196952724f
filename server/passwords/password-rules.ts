import { MAX_PASSWORD_LENGTH } from '#protocol/fields.ts'
import { isCommon } from './common-words.ts'

/** A rule that a password can break by its text alone. */
type PasswordRule = 'too_short' | 'too_long' | 'too_common' | 'too_simple' | 'context'

/**
 * Returns the first rule that a password breaks; no rule demands kinds of characters
 * (NIST SP 800-63B-4 §3.1.1.2).
 */
export function brokenRule(
  password: string,
  minLength: number,
  context: readonly string[],
): PasswordRule | undefined {
  const length = [...password].length
  if (length < minLength) return 'too_short'
  if (length > MAX_PASSWORD_LENGTH) return 'too_long'
  if (isPattern(password)) return 'too_simple'
  const core = baseWordOf(password)
  const texts = [core, undisguised(password)]
  const words = context.map(undisguised)
  if (words.some((word) => texts.some((text) => isBuiltFrom(text, word)))) return 'context'
  if ([password.toLowerCase(), core, halved(core)].some(isCommon)) return 'too_common'
  return undefined
}

const substitutions: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Returns the word that a password varies, such as `password` for `P@ssw0rd2024!`. */
export function baseWordOf(password: string): string {
  return undisguised(
    password
      .toLowerCase()
      .replace(/^[\d\W_]+(?=.*\p{L})/u, '')
      .replace(/(?<=\p{L})[\d\W_]+$/u, ''),
  )
}

function undisguised(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s._+-]/g, '')
    .replaceAll(/[013457@$!]/g, (character) => substitutions[character] ?? character)
}

/** Returns the half of a doubled text, such as `monkeymonkey`; other texts unchanged. */
export function halved(text: string): string {
  const half = text.slice(0, text.length / 2)
  return half + half === text ? half : text
}

const sequences = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
]

/** Returns whether a password repeats a piece or follows the alphabet, digits or a keyboard. */
export function isPattern(password: string): boolean {
  const text = password.toLowerCase()
  if (/^(.{1,4})\1*$/u.test(text) && new Set(text).size <= 4) return true
  const lines = [...sequences, ...sequences.map((line) => [...line].toReversed().join(''))]
  let rest = text
  let runs = 0
  while (rest !== '') {
    const run = lines.reduce((best, line) => Math.max(best, runLength(rest, line)), 0)
    if (run < 3) return false
    rest = rest.slice(run)
    runs++
  }
  return runs <= 3
}

function runLength(text: string, line: string): number {
  let length = 1
  while (length < text.length && line.includes(text.slice(0, length + 1))) length++
  return line.includes(text.slice(0, length)) ? length : 0
}

// Up to three characters around a word do not make it a strong password.
function isBuiltFrom(text: string, word: string): boolean {
  return word.length >= 3 && text.includes(word) && text.length - word.length <= 3
}
