import { hash } from 'node:crypto'
import { equalInConstantTime } from '../../lib/constant-time.ts'
import { cryptText, cryptValue } from './crypt-alphabet.ts'
import type { ForeignForm } from './foreign-form.ts'

const MIN_LOG_ROUNDS = 7
const MAX_LOG_ROUNDS = 16
const SETTING_LENGTH = 12

/** Portable hashes of phpass, as in WordPress before 6.8 and phpBB: MD5, many times. */
export const phpass: ForeignForm = {
  read: (text) => {
    const cost = /^\$[PH]\$([./A-Za-z0-9])[./A-Za-z0-9]{30}$/.exec(text)?.[1]
    if (cost === undefined || cryptValue(cost) < MIN_LOG_ROUNDS) return undefined
    return {
      cost,
      isTooCostly: cryptValue(cost) > MAX_LOG_ROUNDS,
      matches: async (password, { crypt }) => {
        const setting = text.slice(0, SETTING_LENGTH)
        return equalInConstantTime(await crypt({ by: 'phpass', setting, password }), text)
      },
    }
  },
  dummy: (cost) => `$P$${cost}${'.'.repeat(30)}`,
}

/** Hashes by a setting of 12 characters. */
export function phpassOf(password: string, setting: string): string {
  const bytes = Buffer.from(password)
  let digest = hash('md5', Buffer.concat([Buffer.from(setting.slice(4)), bytes]), 'buffer')
  for (let left = 2 ** cryptValue(setting.charAt(3)); left > 0; left--) {
    digest = hash('md5', Buffer.concat([digest, bytes]), 'buffer')
  }
  return setting + cryptText([...digest])
}
