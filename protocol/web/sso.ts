import { object, optional, size, string } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { ownAccount } from '../families.ts'
import { aid, next, seconds, ticket } from '../fields.ts'
import { nothing, user } from '../objects.ts'

const sent = optional(size(string(), 0, 2048))

export const shareToken = endpoint({
  operation: 'share_token',
  description:
    'Gives the person signed in a token with which another application of the same operator signs them in: once, within a minute.',
  paths: ownAccount('share_token'),
  payload: object({ to_aid: aid }),
  session: 'required',
  reply: object({ share_token: ticket, expire_time: seconds }),
})

export const shareLogin = endpoint({
  operation: 'share_login',
  description: 'Signs in with a token that `share_token` gave to the application `from_aid`.',
  paths: ownAccount('share_login'),
  payload: object({ share_token: size(string(), 1, 256), from_aid: aid, next, service: next }),
  reply: user,
  errors: [
    'share_token_invalid',
    'account_banned',
    'account_limited',
    'account_cancelling',
    'frozen',
  ],
})

export const ssoCallback = endpoint({
  operation: 'sso_callback',
  description:
    'Where the central sign-in host sends a browser with a `ticket` of `check_login`: signs it in, once and within a minute, and goes on to `next`. A ticket that does not hold leads to `/login?error=8114`; so does a link from a page that is not of the application, since it could sign people in as somebody else.',
  methods: ['GET'],
  paths: { sso: ['login/callback'] },
  payload: object({ ticket: sent, next: sent }),
  navigation: true,
  reply: nothing,
})

export const loginSuccess = endpoint({
  operation: 'login_success',
  description:
    'A page for web views of apps: tells the app that the sign-in is done, then goes on to `service`, if that is registered. Nobody signed in is sent to `/login`.',
  methods: ['GET'],
  paths: { mobile: ['login_success'] },
  payload: object({ service: sent }),
  session: 'optional',
  navigation: true,
  reply: nothing,
})
