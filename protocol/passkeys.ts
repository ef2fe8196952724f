import {
  array,
  boolean,
  integer,
  literal,
  nullable,
  object,
  optional,
  pattern,
  size,
  string,
  type Infer,
  type Struct,
} from 'superstruct'
import { anyText, fromText, nonEmptyText } from './fields.ts'
import { parseUntrustedJson } from './untrusted-json.ts'

/** Most characters of a credential, as JSON. */
const MAX_CREDENTIAL = 12 * 1024

const base64url = pattern(string(), /^[\w-]+$/)

/** A credential that an authenticator may use or has. */
const credentialDescriptor = object({
  type: literal('public-key'),
  id: nonEmptyText,
  transports: optional(array(anyText)),
})

const userVerification = literal('required')

/** What `PublicKeyCredential.parseRequestOptionsFromJSON` takes. */
export const requestOptions = object({
  challenge: nonEmptyText,
  rpId: nonEmptyText,
  /** Milliseconds. */
  timeout: integer(),
  userVerification,
  /** Empty at sign-in, where the authenticator knows the accounts. */
  allowCredentials: array(credentialDescriptor),
})

/** What `PublicKeyCredential.parseCreationOptionsFromJSON` takes. */
export const creationOptions = object({
  challenge: nonEmptyText,
  rp: object({ id: nonEmptyText, name: nonEmptyText }),
  user: object({ id: nonEmptyText, name: nonEmptyText, displayName: anyText }),
  pubKeyCredParams: array(object({ type: literal('public-key'), alg: integer() })),
  /** Milliseconds. */
  timeout: integer(),
  attestation: literal('none'),
  authenticatorSelection: object({
    residentKey: literal('required'),
    requireResidentKey: boolean(),
    userVerification,
  }),
  excludeCredentials: array(credentialDescriptor),
})

/**
 * What a page tells the authenticator about the passkeys of an account, by the Signal API: all that one
 * user handle has, and the names to show.
 */
export const passkeySignal = object({
  rp_id: nonEmptyText,
  user_handle: nonEmptyText,
  credential_ids: array(nonEmptyText),
  name: nonEmptyText,
  display_name: anyText,
})

const common = {
  id: base64url,
  rawId: base64url,
  type: literal('public-key'),
}

/** `toJSON()` of what `navigator.credentials.get()` returned, also as text, at most 12 KiB. */
export const assertedCredential = fromJson(
  object({
    ...common,
    response: object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      /** Some authenticators leave it out where the request names credentials. */
      userHandle: optional(nullable(base64url)),
    }),
  }),
)

/** `toJSON()` of what `navigator.credentials.create()` returned, also as text, at most 12 KiB. */
export const createdCredential = fromJson(
  object({
    ...common,
    response: object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: optional(size(array(size(string(), 1, 32)), 0, 16)),
    }),
  }),
)

export type AssertedCredential = Infer<typeof assertedCredential>

export type CreatedCredential = Infer<typeof createdCredential>

export type RequestOptions = Infer<typeof requestOptions>

export type CreationOptions = Infer<typeof creationOptions>

export type PasskeySignal = Infer<typeof passkeySignal>

function fromJson<Value, Schema>(struct: Struct<Value, Schema>): Struct<Value, Schema> {
  return fromText(struct, (text) => {
    // The struct refuses a text.
    if (text.length > MAX_CREDENTIAL) return text
    try {
      return parseUntrustedJson(text)
    } catch {
      return text
    }
  })
}
