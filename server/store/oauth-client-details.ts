import {
  array,
  boolean,
  enums,
  optional,
  record,
  string,
  type as looseObject,
  unknown,
  type Infer,
} from 'superstruct'

export const detailsStruct = looseObject({
  /** Public keys (JWK), in place of a secret. */
  keys: optional(array(record(string(), unknown()))),
  /** Origins of pages that may call the token endpoint. */
  origins: optional(array(string())),
  /** Return URLs after signing out. */
  postLogoutRedirects: optional(array(string())),
  /** URL of back-channel logouts (OpenID Connect Back-Channel Logout). */
  logoutUri: optional(string()),
  /** Resources that it may call without a person. */
  resources: optional(array(string())),
  /** Whether it may use the device grant (RFC 8628). */
  isForDevices: optional(boolean()),
  /** Outdated uses that are allowed: token requests by GET, tokens in the query. */
  oldWays: optional(array(enums(['get', 'query']))),
  /** How answers may reach it besides in the query. */
  responseModes: optional(array(enums(['query', 'fragment', 'form_post']))),
  /** Whether its id tokens have what its scopes give, for clients that read nothing else. */
  hasClaimsInIdToken: optional(boolean()),
  /** Whether its tokens look like a JWT, for pages that read them. */
  hasReadableTokens: optional(boolean()),
  /** Assurance level that sessions must reach before it gets a code; 1 by default. */
  requiredLevel: optional(enums([1, 2, 3])),
  /** Key of the logo that an operator registered; empty for none. */
  logoKey: optional(string()),
  /** Clients of one developer share a second id of each person. */
  developer: optional(string()),
})

/** Optional data, stored as JSON. */
export type OAuthClientDetails = Infer<typeof detailsStruct>
