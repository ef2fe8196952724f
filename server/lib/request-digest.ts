import { createHmac, createSecretKey, hkdfSync } from 'node:crypto'

/** Hashes what a request is about, so that no address is kept beside a challenge. */
export type TargetDigest = (target: string) => string

/** Keyed by the server's secret: without it nobody could try all numbers against a stolen database. */
export function createTargetDigest(secret: Buffer): TargetDigest {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'captcha target', 32)))
  return (target) => createHmac('sha256', key).update(target).digest('base64url')
}
