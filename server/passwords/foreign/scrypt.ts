import { scrypt as hash, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { BASE64, fromBase64, randomBase64 } from './base64.ts'
import type { ForeignForm } from './foreign-form.ts'

const MAX_MEMORY = 2 ** 19
const MAX_PARALLEL = 16
const MAX_HASH_BYTES = 128
const pattern = new RegExp(
  String.raw`^\$scrypt\$ln=(\d{1,7}),r=(\d{1,4}),p=(\d{1,4})\$(${BASE64})\$(${BASE64})$`,
)

/** Cost parameters by the names of RFC 7914. */
export interface ScryptCost {
  logN: number
  r: number
  p: number
}

/** Whether N·r, which is the memory, or the passes over it are too many; or no hash could be so. */
export function isTooMuch({ logN, r, p }: ScryptCost): boolean {
  return 2 ** logN * r > MAX_MEMORY || p > MAX_PARALLEL
}

export function scryptOf(
  password: string,
  salt: Buffer,
  bytes: number,
  { logN, r, p }: ScryptCost,
): Promise<Buffer> {
  const options = { N: 2 ** logN, r, p, maxmem: 256 * MAX_MEMORY }
  return hashAsync(password, salt, bytes, options)
}

const hashAsync = promisify<string, Buffer, number, object, Buffer>(hash)

/** scrypt as better-auth, Kratos and Django use it. */
export const scrypt: ForeignForm = {
  read: (text) => {
    const [, ln, r, p, salt, hashText] = pattern.exec(text) ?? []
    if (salt === undefined || hashText === undefined) return undefined
    // Kratos writes N itself.
    const logN = Number(ln) > 63 ? Math.log2(Number(ln)) : Number(ln)
    const cost = { logN, r: Number(r), p: Number(p) }
    const expected = fromBase64(hashText)
    const isSound = Number.isInteger(logN) && logN > 0 && cost.r > 0 && cost.p > 0
    if (!isSound || expected.length < 16 || expected.length > MAX_HASH_BYTES) return undefined
    return {
      cost: `ln=${logN},r=${r},p=${p}`,
      isTooCostly: isTooMuch(cost),
      matches: async (password) =>
        timingSafeEqual(
          await scryptOf(password, fromBase64(salt), expected.length, cost),
          expected,
        ),
    }
  },
  dummy: (cost) => `$scrypt$${cost}$${randomBase64(16)}$${randomBase64(64)}`,
}
