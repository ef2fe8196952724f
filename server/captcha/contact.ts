import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

function keyOf(secret: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'captcha contact', 32))
}

/** Encrypts an e-mail address, so that the database does not contain it in plain text. */
export function sealContact(secret: Buffer, address: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv)
  const sealed = Buffer.concat([cipher.update(address, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts an e-mail address; returns undefined for an empty text or after a change of the secret. */
export function openContact(secret: Buffer, contact: string): string | undefined {
  const bytes = Buffer.from(contact, 'base64url')
  if (bytes.length <= IV_BYTES + TAG_BYTES) return undefined
  const opener = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, IV_BYTES))
  opener.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    const text = opener.update(bytes.subarray(IV_BYTES + TAG_BYTES))
    return Buffer.concat([text, opener.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
