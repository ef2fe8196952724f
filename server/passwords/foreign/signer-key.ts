import type { Secrets } from '../../config/secrets.ts'
import { decryptText, encryptText } from '../../lib/encrypt-text.ts'
import type { HashHelpers } from './foreign-form.ts'

/** Returns the signer key of a Firebase project as `imports.secret` stores it. */
export function sealSignerKey(secrets: Secrets, importId: string, key: Buffer): string {
  return encryptText(secrets.lasting('signer key'), key.toString('base64'), importId)
}

/**
 * Returns what finds the signer key of an import, read once.
 * @param secretOf Reads `imports.secret`.
 */
export function createSignerKeys(
  secretOf: (importId: string) => Promise<string | undefined>,
  secrets: Secrets,
  onLost: (importId: string) => void,
): HashHelpers['signerKeyOf'] {
  const keys = new Map<string, Buffer>()
  const lost = new Set<string>()
  return async (importId) => {
    const known = keys.get(importId)
    if (known !== undefined) return known
    const stored = (await secretOf(importId)) ?? ''
    const text = decryptText(secrets.lasting('signer key'), stored, importId)
    if (text === undefined) {
      if (!lost.has(importId)) onLost(importId)
      lost.add(importId)
      return undefined
    }
    const key = Buffer.from(text, 'base64')
    keys.set(importId, key)
    return key
  }
}
