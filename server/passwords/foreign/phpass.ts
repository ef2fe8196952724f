import { hash } from 'node:crypto'
import { equalInConstantTime } from '../../lib/constant-time.ts'
import { cryptText, cryptValue } from './crypt-alphabet.ts'
import type { ForeignForm } from './foreign-form.ts'
import { wordPressTexts } from './word-press-texts.ts'

const MIN_LOG_ROUNDS = 7
const MAX_LOG_ROUNDS = 16
const SETTING_LENGTH = 12
const SALT_LENGTH = 8
const MAX_LENGTH = 55

/** Hashes of phpass: a digest many times, cut to a length; `marks` are the letters before the cost. */
function phpassForm(
  marks: string,
  digestLength: number,
  textsOf: (password: string) => readonly string[],
): ForeignForm {
  const length = SALT_LENGTH + digestLength
  const pattern = new RegExp(String.raw`^\$[${marks}]\$([./A-Za-z0-9])[./A-Za-z0-9]{${length}}$`)
  return {
    read: (text) => {
      const cost = pattern.exec(text)?.[1]
      if (cost === undefined || cryptValue(cost) < MIN_LOG_ROUNDS) return undefined
      return {
        cost,
        isTooCostly: cryptValue(cost) > MAX_LOG_ROUNDS,
        matches: async (password, { crypt }) => {
          const setting = text.slice(0, SETTING_LENGTH)
          for (const one of textsOf(password)) {
            const found = await crypt({ by: 'phpass', setting, password: one })
            if (equalInConstantTime(found, text)) return true
          }
          return false
        },
      }
    },
    dummy: (cost) => `$${marks.charAt(0)}$${cost}${'.'.repeat(length)}`,
  }
}

/** Portable hashes, as in WordPress before 6.8 and phpBB: MD5. */
export const phpass = phpassForm('PH', 22, wordPressTexts)

/** Drupal before 10.1: SHA-512, of which half is kept. */
export const drupalPhpass = phpassForm('S', 43, (password) => [password])

/** Hashes by a setting of 12 characters. */
export function phpassOf(password: string, setting: string): string {
  const name = setting.startsWith('$S$') ? 'sha512' : 'md5'
  const bytes = Buffer.from(password)
  let digest = hash(name, Buffer.concat([Buffer.from(setting.slice(4)), bytes]), 'buffer')
  for (let left = 2 ** cryptValue(setting.charAt(3)); left > 0; left--) {
    digest = hash(name, Buffer.concat([digest, bytes]), 'buffer')
  }
  return (setting + cryptText([...digest])).slice(0, MAX_LENGTH)
}
