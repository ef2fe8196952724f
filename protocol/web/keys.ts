import { array, enums, object, optional } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { ownAccount } from '../families.ts'
import { nonEmptyText, seconds } from '../fields.ts'

export const sealKey = endpoint({
  operation: 'seal_key',
  description:
    'Returns the public keys for sealed fields: `keys_json` is the exact text that `sig` (Ed25519, base64url) signs with the root key, or `former_sig` with another one while that is being changed. Clients cache it for an hour and reload it on `seal_key_unknown`.',
  methods: ['GET', 'POST'],
  paths: ownAccount('seal_key'),
  payload: object({}),
  reply: object({
    /** The same keys for clients that do not check the signature. */
    keys: array(
      object({
        kid: nonEmptyText,
        alg: enums(['x25519-xsalsa20-poly1305']),
        pk: nonEmptyText,
        nbf: seconds,
        exp: seconds,
      }),
    ),
    keys_json: nonEmptyText,
    sig: nonEmptyText,
    /** The same by another root key, while the root key is being changed: either one is enough. */
    former_sig: optional(nonEmptyText),
    now: seconds,
  }),
})
