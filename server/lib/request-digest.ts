import { createHmac, createSecretKey, hkdfSync } from 'node:crypto'

/** Hashes the subject of a request, so that the database stores no address with a captcha. */
export type RequestDigest = (request: string) => string

/** Returns a hash with a key: without the key, all mobile numbers could be tried against a stolen database. */
export function createRequestDigest(secret: Buffer): RequestDigest {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'captcha target', 32)))
  return (request) => createHmac('sha256', key).update(request).digest('base64url')
}
