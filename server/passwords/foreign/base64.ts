import { randomBytes } from 'node:crypto'

/** Characters of both alphabets, and the dot that Python's passlib writes for a plus. */
export const BASE64 = '[A-Za-z0-9+/._-]+={0,2}'

/** Reads either alphabet, with or without padding. */
export function fromBase64(text: string): Buffer {
  return Buffer.from(text.replaceAll('.', '+'), 'base64')
}

/** Writes bytes as hashes do. */
export function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

export function randomBase64(bytes: number): string {
  return toBase64(randomBytes(bytes))
}
