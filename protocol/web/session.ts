import { enums, object, optional, size, string } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { everyFamily, ownAccount } from '../families.ts'
import { displayName, flag, level, next, seconds, ticket, anyText } from '../fields.ts'
import { listOf, paging } from '../lists.ts'
import { nothing, sessionInfo, user } from '../objects.ts'
import { accountStateErrors } from '../sign-in-errors.ts'

export const logout = endpoint({
  operation: 'logout',
  description:
    'Ends the session, or with `all=1` every session of the account. A browser that navigates here by GET is redirected to `next`; it must come from the same site, or send the `sec_user_id` of the account in `logout_hint`; else the page `/sign-out` asks first, with `source`, `app_id` and `next` in its address.',
  methods: ['POST', 'GET'],
  paths: everyFamily('logout'),
  payload: object({ all: flag, next, logout_hint: optional(size(string(), 1, 128)) }),
  defaults: { all: 0 },
  session: 'optional',
  navigation: true,
  reply: object({ redirect_url: optional(anyText) }),
})

export const tokenBeat = endpoint({
  operation: 'token_beat',
  description: 'Prevents the session from expiring when idle and returns its end.',
  methods: ['GET', 'POST'],
  paths: {
    web: ['token/beat'],
    mobile: ['token/beat', 'token/beat/web'],
    root: ['passport/token/beat/web'],
  },
  payload: object({ scene: enums(['boot', 'active', 'polling']) }),
  defaults: { scene: 'polling' },
  session: 'required',
  reply: object({ session_expires_at: seconds }),
})

export const raiseSession = endpoint({
  operation: 'session_raise',
  description:
    'Replaces the session by one of the assurance level `required_level`, after the second proof that this takes: the first method is kept, and the second is the one that was given. Does nothing for a session that has reached the level, or follows the rules. A first proof of more than twelve hours ago answers `ticket_expired`: sign in anew. `level_unreachable` names in `add_ways` what can be added to the account. With `user_identity_id` it is replaced by one that the organization of this membership lets answer a client (`open_auth` without it: `policy_refused`); for whom the person acts stays.',
  paths: ownAccount('session/raise'),
  payload: object({
    required_level: optional(level),
    /** Membership whose organization has rules to meet, in place of `required_level`. */
    user_identity_id: optional(size(string(), 1, 32)),
  }),
  defaults: { required_level: 1 },
  session: 'required',
  reply: user,
  errors: [
    ...accountStateErrors,
    'second_verify',
    'ticket_expired',
    'policy_refused',
    'not_member',
    'system_busy',
  ],
})

export const listSessions = endpoint({
  operation: 'session_list',
  description:
    'Lists the active sessions of the account that is signed in: the current one first, then by last use.',
  paths: ownAccount('session/list'),
  payload: object(paging),
  session: 'required',
  ...listOf(sessionInfo),
})

export const revokeSession = endpoint({
  operation: 'session_revoke',
  description: 'Ends a session of the account that is signed in, immediately on every instance.',
  paths: ownAccount('session/revoke'),
  payload: object({ session_id: ticket }),
  session: 'required',
  reply: nothing,
  errors: ['session_not_found'],
})

export const renameSession = endpoint({
  operation: 'session_rename',
  description:
    'Names the device of a session of the account that is signed in, for its list of sessions; without `name` it has none.',
  paths: ownAccount('session/rename'),
  payload: object({ session_id: ticket, name: optional(displayName) }),
  sensitive: ['name'],
  session: 'required',
  reply: nothing,
  errors: ['session_not_found', 'text_refused'],
})
