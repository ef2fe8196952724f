import { createHmac, createSecretKey, hkdfSync } from 'node:crypto'

/** Hashes what a request is about, so that no address is kept beside a challenge. */
export type RequestDigest = (request: string) => string

/** Keyed by the server's secret: without it nobody could try all numbers against a stolen database. */
export function createRequestDigest(secret: Buffer): RequestDigest {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'captcha target', 32)))
  return (request) => createHmac('sha256', key).update(request).digest('base64url')
}
