import { pbkdf2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { BASE64, fromBase64, randomBase64 } from './base64.ts'
import type { ForeignForm } from './foreign-form.ts'

const MAX_ROUNDS = 3_000_000
const MAX_HASH_BYTES = 64
const hashAsync = promisify(pbkdf2)

/** PBKDF2; the hash may be longer than the digest, which then costs as many times more. */
export function pbkdf2Form(digest: 'sha1' | 'sha256' | 'sha512'): ForeignForm {
  const prefix = `$pbkdf2-${digest}$`
  const pattern = new RegExp(
    String.raw`^(?:i=)?(\d{1,10})(?:,l=\d{1,3})?\$(${BASE64})\$(${BASE64})$`,
  )
  return {
    read: (text) => {
      const rest = text.startsWith(prefix) ? text.slice(prefix.length) : ''
      const [, roundsText, salt, hashText] = pattern.exec(rest) ?? []
      if (salt === undefined || hashText === undefined) return undefined
      const rounds = Number(roundsText)
      const expected = fromBase64(hashText)
      if (rounds < 1 || expected.length < 16 || expected.length > MAX_HASH_BYTES) return undefined
      return {
        cost: `i=${rounds},l=${expected.length}`,
        isTooCostly: rounds > MAX_ROUNDS,
        matches: async (password) =>
          timingSafeEqual(
            await hashAsync(password, fromBase64(salt), rounds, expected.length, digest),
            expected,
          ),
      }
    },
    dummy: (cost) => `${prefix}${cost}$${randomBase64(16)}$${randomBase64(lengthIn(cost))}`,
  }
}

function lengthIn(cost: string): number {
  return Number(cost.split('l=')[1])
}
