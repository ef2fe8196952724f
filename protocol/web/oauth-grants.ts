import { array, object, type Infer } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { ownAccount } from '../families.ts'
import { anyText, nonEmptyText, seconds } from '../fields.ts'
import { firstPage, pageOf, paging } from '../lists.ts'
import { nothing } from '../objects.ts'

const grant = object({
  grant_id: anyText,
  client_name: anyText,
  /** Names of `protocol/scopes.ts`. */
  scopes: array(anyText),
  changed_at: seconds,
})

/** What a person lets one application have. */
export type Grant = Infer<typeof grant>

export const listGrants = endpoint({
  operation: 'open_grant_list',
  description: 'Returns the applications of others that the person has let in, newest first.',
  methods: ['GET', 'POST'],
  paths: ownAccount('open/grant/list'),
  payload: object(paging),
  defaults: firstPage,
  session: 'required',
  reply: pageOf(grant),
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
