/** Life of a device's code, in seconds. */
export const DEVICE_CODE_SECONDS = 600

export const oauthPaths = {
  authorization: '/oauth/authorize',
  /** Older path of the same page. */
  connect: '/platform/oauth/connect',
  pushed_authorization_request: '/oauth/par',
  token: '/oauth/token',
  userinfo: '/oauth/userinfo',
  device_authorization: '/oauth/device/code',
  /** Page where people type the code of a device. */
  code_verification: '/device',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  logout: '/oauth/logout',
  /** Page that posts an answer to a client. */
  answer: '/oauth/answer',
  registration: '/oauth/register',
  jwks: '/oauth/jwks',
} as const
