import type { OAuthClientDetails } from '../oauth-client-details.ts'

/** A client (RFC 6749 §1.1). */
export interface OAuthClient {
  id: string
  /** Registered by an operator or by itself, or described by the document whose address is its id. */
  kind: 'registered' | 'dynamic' | 'document'
  name: string
  state: 'active' | 'frozen'
  /** Compared as text, except for the port of loopback addresses. */
  redirects: readonly string[]
  /** Allowed scopes, separated by spaces. */
  scopes: string
  /** SHA-256 of its secret, hex; empty for none. */
  secretHash: string
  /** Hash of an older secret while both are valid; else empty. */
  formerSecretHash: string
  /** Whether its requests need a code challenge (RFC 7636). */
  needsPkce: boolean
  details: OAuthClientDetails
  /** Whether an operator knows its makers. */
  isVerified: boolean
  createdAt: number
  /** Time when a client that registered itself is removed; null for others. */
  expiresAt: number | null
}

/** A row of `oauth_clients`; `redirects` and `details` are JSON. */
export interface StoredOAuthClient extends Omit<
  OAuthClient,
  'redirects' | 'details' | 'needsPkce' | 'isVerified'
> {
  redirects: string
  details: string
  needsPkce: number
  isVerified: number
}

/** Consent of a person to a client; a row of `oauth_grants`. */
export interface OAuthGrant {
  /** The person's id for this client, its `sub`. */
  id: string
  clientId: string
  accountId: string
  /** Membership that the person answered with; empty for themself. */
  membershipId: string
  /** Scopes with spaces between; empty once the grant is revoked. */
  granted: string
  /** Scopes that were requested and refused. */
  refused: string
  /** Digest of the client's name and host; if they change, consent is asked for again. */
  seenDigest: string
  /** Tokens of a former version are dead. */
  version: number
  createdAt: number
  changedAt: number
  /** Time when the client last got a token, to the hour; 0 for never. */
  lastUsedAt: number
}

/** A key pair that signs id tokens; a row of `oauth_keys`. */
export interface OAuthKey {
  kid: string
  /** JWK. */
  publicKey: string
  /** JWK, encrypted. */
  privateKey: string
  signsFrom: number
  expiresAt: number
}

/** Something issued to a client without a person, found by the hash of its reference; a row of `oauth_references`. */
export interface OAuthReference {
  /** SHA-256 of the reference, hex. */
  hash: string
  kind: 'PushedAuthorizationRequest' | 'ClientCredentials' | 'InitialAccessToken'
  /** Empty for one that any client may use. */
  clientId: string
  payload: string
  /** Time of the first use. */
  usedAt: number | null
  expiresAt: number
}

/** Another server that tokens are for (RFC 8707). */
export interface OAuthResource {
  /** Its address, the audience of its tokens. */
  id: string
  name: string
  /** Descriptions for people by scope. */
  scopes: Readonly<Record<string, string>>
  /** Whether its tokens are looked up here, or are JWTs that it reads itself (RFC 9068). */
  format: 'opaque' | 'jwt'
  /** Client that may ask about its tokens; empty for none. */
  clientId: string
  createdAt: number
}

/** A row of `oauth_resources`; `scopes` is JSON. */
export interface StoredOAuthResource extends Omit<OAuthResource, 'scopes'> {
  scopes: string
}

/** A request that waits for a person's answer. */
export interface OAuthRequest {
  /** SHA-256 of its ticket, hex. */
  hash: string
  /** SHA-256 of the cookie of the browser that began it, hex. */
  browserHash: string
  /** Parameters as they came. */
  params: Readonly<Record<string, string | undefined>>
  /** Account that saw it last; empty for none. */
  accountId: string
  /** Digest of the client's name and host that was shown. */
  seenDigest: string
  state: 'open' | 'decided'
  createdAt: number
  expiresAt: number
}

/** A row of `oauth_requests`; `params` is JSON. */
export interface StoredOAuthRequest extends Omit<OAuthRequest, 'params'> {
  params: string
}

/** One answer to a client, to which its codes and tokens belong. */
export interface OAuthAuthorization {
  id: string
  grantId: string
  grantVersion: number
  /** Session that its tokens end with; empty for none. */
  sessionHash: string
  /** Session in which it began, or that continues this one, whatever its tokens end with. */
  beganIn: string
  beganAt: number
  /** Of the organization that the person answered for; 0 for oneself. */
  organizationEpoch: number
  expiresAt: number
}

/** A code or token; its reference is never stored. A row of `oauth_tokens`. */
export interface OAuthToken {
  /** SHA-256 of the reference, hex. */
  hash: string
  kind: string
  authorizationId: string
  payload: string
  /** Time when it was used up. */
  consumedAt: number | null
  expiresAt: number
}

/** A device that waits to be signed in; a row of `oauth_device_codes`. */
export interface OAuthDeviceCode {
  /** SHA-256 of the reference that it polls with, hex. */
  hash: string
  /** Keyed hash of the code that the person types. */
  userCodeHash: string
  clientId: string
  /** Only moves forward; `taken` while an answer is stored. */
  state: 'open' | 'taken' | 'allowed' | 'refused' | 'used'
  payload: string
  /** Least time between two polls, in milliseconds. */
  intervalMs: number
  lastPolledAt: number
  createdAt: number
  expiresAt: number
}

/** Tables of clients, consents and tokens. */
export interface OAuthTables {
  /** What clients are searched by: `addressKey` is the first return address. Null until filled. */
  oauthClients: StoredOAuthClient & { searchKey: Uint8Array | null; addressKey: Uint8Array | null }
  oauthGrants: OAuthGrant
  oauthAuthorizations: OAuthAuthorization
  oauthTokens: OAuthToken
  oauthKeys: OAuthKey
  oauthDeviceCodes: OAuthDeviceCode
  oauthReferences: OAuthReference
  oauthReplays: { hash: string; expiresAt: number }
  oauthResources: StoredOAuthResource
  oauthRequests: StoredOAuthRequest
}
