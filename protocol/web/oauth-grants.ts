import { array, object, size, string, type Infer } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { ownAccount } from '../families.ts'
import { anyText, flag, nonEmptyText, seconds } from '../fields.ts'
import { listOf, paging } from '../lists.ts'
import { nothing } from '../objects.ts'

const grant = object({
  grant_id: anyText,
  client_name: anyText,
  /** Host of its first address; empty for a client on the person's own computer. */
  host: anyText,
  /** Organization that the person answered for; empty for oneself. */
  subject_name: anyText,
  scopes: array(
    object({
      /** A name of `protocol/scopes.ts`, or `<resource>#<scope>` for another server. */
      scope: anyText,
      /** Operator's description of a resource's scope; empty for others. */
      description: anyText,
      /** Whether it ends only with the whole grant. */
      required: flag,
    }),
  ),
  /** Whether it keeps access when the session has ended. */
  has_offline: flag,
  created_at: seconds,
  changed_at: seconds,
  /** Time when it last got a token, to the hour; 0 for never. */
  last_used_at: seconds,
})

/** Access that a person granted to one client. */
export type Grant = Infer<typeof grant>

export const listGrants = endpoint({
  operation: 'open_grant_list',
  description: 'Returns the applications of others that the person has let in, newest first.',
  paths: ownAccount('open/grant/list'),
  payload: object(paging),
  session: 'required',
  ...listOf(grant),
})

export const updateGrant = endpoint({
  operation: 'open_grant_update',
  description:
    'Takes every scope of an application away that `scopes` does not name; tokens with one of them end at once, and a refresh gives the rest. It never gives more. Without any scope but required ones, all is taken back.',
  paths: ownAccount('open/grant/update'),
  payload: object({
    grant_id: nonEmptyText,
    /** Scopes to keep, with spaces or commas between. */
    scopes: size(string(), 1, 4096),
  }),
  session: 'required',
  reply: nothing,
  errors: ['grant_not_found'],
})

export const signOutClients = endpoint({
  operation: 'open_grant_sign_out',
  description:
    'Ends every token of all applications; what they may have stays, so that the next sign-in there asks nothing.',
  paths: ownAccount('open/grant/sign_out'),
  payload: object({}),
  session: 'required',
  reply: nothing,
})

export const revokeGrant = endpoint({
  operation: 'open_grant_revoke',
  description:
    'Takes back what an application may have. Its tokens end at once; it has to ask anew, and knows the person by the same `sub` then.',
  paths: ownAccount('open/grant/revoke'),
  payload: object({ grant_id: nonEmptyText }),
  session: 'required',
  reply: nothing,
  errors: ['grant_not_found'],
})
