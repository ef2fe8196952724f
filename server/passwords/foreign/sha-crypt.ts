import { hash } from 'node:crypto'
import { equalInConstantTime } from '../../lib/constant-time.ts'
import { cryptText } from './crypt-alphabet.ts'
import type { ForeignForm } from './foreign-form.ts'

const MIN_ROUNDS = 1000
const MAX_ROUNDS = 50_000
const DEFAULT_ROUNDS = 5000
const MAX_SALT = 16

// How the bytes of the digest are mixed before they are written: from three thirds in turn.
const digests = {
  '5': { name: 'sha256', third: 10, turn: 1, rest: [30, 31], length: 43 },
  '6': { name: 'sha512', third: 21, turn: 2, rest: [63], length: 86 },
} as const

/** crypt of Linux by SHA-256 or SHA-512 (https://www.akkadia.org/drepper/SHA-crypt.txt). */
export function shaCryptForm(id: keyof typeof digests): ForeignForm {
  const { length } = digests[id]
  const pattern = new RegExp(
    String.raw`^(\$${id}\$(?:rounds=(\d{1,10})\$)?[!-#%-9;-~]{0,16})\$[./A-Za-z0-9]{${length}}$`,
  )
  return {
    read: (text) => {
      const [, setting, written] = pattern.exec(text) ?? []
      if (setting === undefined) return undefined
      const rounds = Number(written ?? DEFAULT_ROUNDS)
      if (rounds < MIN_ROUNDS) return undefined
      return {
        cost: String(rounds),
        isTooCostly: rounds > MAX_ROUNDS,
        matches: async (password, { crypt }) =>
          equalInConstantTime(await crypt({ by: 'sha-crypt', setting, password }), text),
      }
    },
    dummy: (cost) => `$${id}$rounds=${cost}$${'.'.repeat(MAX_SALT)}$${'.'.repeat(length)}`,
  }
}

/** Hashes by a setting such as `$6$rounds=5000$salt`. */
export function shaCryptOf(password: string, setting: string): string {
  const [, id, ...rest] = setting.split('$')
  const { name, third, turn, rest: last } = digests[id as keyof typeof digests]
  const digest = (...parts: readonly Uint8Array[]) => hash(name, Buffer.concat(parts), 'buffer')
  const key = Buffer.from(password)
  const salt = Buffer.from(rest.at(-1) ?? '')
  const rounds = Number(/^rounds=(\d+)$/.exec(rest[0] ?? '')?.[1] ?? DEFAULT_ROUNDS)

  const other = digest(key, salt, key)
  const bits = [...key.length.toString(2)].toReversed()
  const mixed = bits.map((bit) => (bit === '0' ? key : other))
  let state = digest(key, salt, repeated(other, key.length), ...mixed)
  const keys = repeated(digest(repeated(key, key.length * key.length)), key.length)
  const saltTimes = 16 + (state[0] ?? 0)
  const salts = repeated(digest(repeated(salt, salt.length * saltTimes)), salt.length)
  for (let round = 0; round < rounds; round++) {
    const isOdd = round % 2 === 1
    state = digest(
      isOdd ? keys : state,
      ...(round % 3 === 0 ? [] : [salts]),
      ...(round % 7 === 0 ? [] : [keys]),
      isOdd ? state : keys,
    )
  }
  const order = Array.from({ length: third }, (_, at) => {
    const triple = [at + 2 * third, at + third, at]
    return triple.map((_, index) => triple[(index + at * turn) % 3] ?? 0)
  })
  return `${setting}$${cryptText([...order.flat(), ...last].map((at) => state[at] ?? 0))}`
}

// Repeats bytes up to a length.
function repeated(bytes: Buffer, length: number): Buffer {
  return Buffer.alloc(length, bytes.length === 0 ? 0 : bytes)
}
