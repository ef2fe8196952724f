import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a text with a key of 32 bytes; the result differs each time and is bound to `context`. */
export function encryptText(key: Buffer, text: string, context = ''): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(context))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** Returns undefined for a text that was altered, or encrypted with another key or context. */
export function decryptText(key: Buffer, encrypted: string, context = ''): string | undefined {
  const bytes = Buffer.from(encrypted, 'base64url')
  if (bytes.length <= IV_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
