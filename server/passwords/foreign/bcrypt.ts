import { createHmac, hash } from 'node:crypto'
import { verify } from '@node-rs/bcrypt'
import type { ForeignForm } from './foreign-form.ts'
import { wordPressTexts } from './word-press-texts.ts'

const MAX_COST = 14
/** Bytes of a password that bcrypt reads. */
const READ_BYTES = 72
const SALT_AND_HASH = 53

/** The password itself, as most products hash it. */
export const bcrypt = bcryptForm(
  '',
  (password) => [password],
  (password) => Buffer.byteLength(password) > READ_BYTES,
)

/** Django and Meteor: the password's SHA-256, so that no length is cut off. */
export const bcryptSha256 = bcryptForm('$bcrypt-sha256', (password) => [hash('sha256', password)])

/** passlib before 1.7.3: the password's SHA-256 in base64. */
export const passlibBcrypt = bcryptForm('$bcrypt-sha256-base64', (password) => [
  hash('sha256', password, 'base64'),
])

/** passlib since 1.7.3: the password's HMAC-SHA256 by the salt, in base64. */
export const passlibHmacBcrypt = bcryptForm('$bcrypt-hmac-sha256', (password, salt) => [
  createHmac('sha256', salt).update(password).digest('base64'),
])

/** WordPress since 6.8. */
export const wordPressBcrypt = bcryptForm(
  '$wp',
  (password) =>
    wordPressTexts(trim(password)).map((text) =>
      createHmac('sha384', 'wp-sha384').update(text).digest('base64'),
    ),
  (password) => trim(password) !== password,
)

function bcryptForm(
  mark: string,
  prepare: (password: string, salt: string) => readonly string[],
  isAmbiguous: ForeignForm['isAmbiguous'] = () => false,
): ForeignForm {
  return {
    read: (text) => {
      const bare = text.startsWith(mark) ? text.slice(mark.length) : ''
      const [, cost, salt = ''] =
        /^\$2[aby]\$(\d\d)\$([./A-Za-z0-9]{22})[./A-Za-z0-9]{31}$/.exec(bare) ?? []
      if (cost === undefined || Number(cost) < 4 || Number(cost) > 31) return undefined
      return {
        cost,
        isTooCostly: Number(cost) > MAX_COST,
        matches: async (password) => {
          for (const one of prepare(password, salt)) if (await verify(one, bare)) return true
          return false
        },
      }
    },
    dummy: (cost) => `${mark}$2b$${cost}$${'.'.repeat(SALT_AND_HASH)}`,
    isAmbiguous,
  }
}

// As PHP does.
function trim(password: string): string {
  return password.replaceAll(/^[ \t\n\r\0\v]+|[ \t\n\r\0\v]+$/g, '')
}
