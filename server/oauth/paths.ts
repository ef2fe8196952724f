/** Where the calls of OAuth are answered. */
export const oauthPaths = {
  authorization: '/oauth/authorize',
  /** Older path of the same page. */
  connect: '/platform/oauth/connect',
  pushed_authorization_request: '/oauth/par',
  token: '/oauth/token',
  userinfo: '/oauth/userinfo',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  logout: '/oauth/logout',
  registration: '/oauth/register',
  jwks: '/oauth/jwks',
} as const
