import { hash } from 'node:crypto'
import { parseOptions, verify } from '@node-rs/argon2'
import { randomBase64 } from './base64.ts'
import type { ForeignForm } from './foreign-form.ts'

const MAX_MEMORY_KIB = 256 * 1024
const MAX_PASSES = 16
const MIN_BYTES = 8

/** Meteor: Argon2 of the password's SHA-256. */
export const argon2Sha256 = argon2Form('argon2id', '$argon2-sha256', (password) =>
  hash('sha256', password),
)

/** Argon2 with any parameters. */
export function argon2Form(
  name: 'argon2d' | 'argon2i' | 'argon2id',
  mark = '',
  prepare: (password: string) => string = (password) => password,
): ForeignForm {
  return {
    read: (marked) => {
      const text = marked.startsWith(mark) ? marked.slice(mark.length) : ''
      const cost = new RegExp(
        String.raw`^\$${name}\$(?:v=1[69]\$)?(m=\d{1,10},t=\d{1,10},p=\d{1,3})\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$`,
      ).exec(text)?.[1]
      const options = cost === undefined ? undefined : optionsOf(text)
      if (cost === undefined || options === undefined) return undefined
      return {
        cost,
        isTooCostly: options.memoryCost > MAX_MEMORY_KIB || options.timeCost > MAX_PASSES,
        matches: (password) => verify(text, prepare(password)),
      }
    },
    dummy: (cost) => `${mark}$${name}$v=19$${cost}$${randomBase64(16)}$${randomBase64(32)}`,
  }
}

function optionsOf(text: string): ReturnType<typeof parseOptions> | undefined {
  try {
    const options = parseOptions(text)
    const { memoryCost, outputLen, parallelism, saltLen, timeCost } = options
    const isWhole = saltLen >= MIN_BYTES && outputLen >= MIN_BYTES && parallelism >= 1
    return isWhole && timeCost >= 1 && memoryCost >= 8 * parallelism ? options : undefined
  } catch {
    // The package throws for numbers out of range, which nothing can verify either.
    return undefined
  }
}
