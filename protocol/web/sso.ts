import { object, optional, size, string } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { ownAccount } from '../families.ts'
import { aid, next, seconds, ticket } from '../fields.ts'
import { nothing, user } from '../objects.ts'
import { accountStateErrors } from '../sign-in-errors.ts'

const anyInput = optional(size(string(), 1, 2048))

export const shareToken = endpoint({
  operation: 'share_token',
  description:
    'Issues a token with which the application `to_aid` signs the person in, once and within a minute. An operator lists the applications for which this may be: `app set <aid> --share-to`.',
  paths: ownAccount('share_token'),
  payload: object({ to_aid: aid }),
  session: 'required',
  reply: object({ share_token: ticket, expire_time: seconds }),
})

export const shareLogin = endpoint({
  operation: 'share_login',
  description: 'Signs in with a token that `share_token` issued to the application `from_aid`.',
  paths: ownAccount('share_login'),
  payload: object({ share_token: size(string(), 1, 256), from_aid: aid, next, service: next }),
  reply: user,
  errors: ['share_token_invalid', ...accountStateErrors, 'second_verify', 'system_busy'],
})

export const ssoCallback = endpoint({
  operation: 'sso_callback',
  description:
    'Signs in a browser that the central sign-in host sends with a `ticket` of `check_login`, once and within a minute, and redirects to `next`. An invalid ticket redirects to `/login?error=8114`, with `next`; so does a link on another site, because it could sign people in as somebody else.',
  methods: ['GET'],
  paths: { sso: ['login/callback'] },
  payload: object({ ticket: anyInput, next: anyInput }),
  navigation: true,
  reply: nothing,
})

export const loginSuccess = endpoint({
  operation: 'login_success',
  description:
    'Page for web views of apps: reports the sign-in to the app, then redirects to `service` if that is registered. Without a session it redirects to `/login`, which leads back here.',
  methods: ['GET'],
  paths: { mobile: ['login_success'] },
  payload: object({ service: anyInput }),
  session: 'optional',
  navigation: true,
  reply: nothing,
})
