import type { Secrets } from '../../config/secrets.ts'
import { decryptText, encryptText } from '../../lib/encrypt-text.ts'

/** Returns the signer key of a Firebase project as `imports.secret` stores it. */
export function sealSignerKey(secrets: Secrets, importId: string, key: Buffer): string {
  return encryptText(secrets.lasting('signer key'), key.toString('base64'), importId)
}

/** Returns undefined for a stored key that was altered, or belongs to another import. */
export function openSignerKey(
  secrets: Secrets,
  importId: string,
  stored: string,
): Buffer | undefined {
  const text = decryptText(secrets.lasting('signer key'), stored, importId)
  return text === undefined ? undefined : Buffer.from(text, 'base64')
}
