import { array, number, object, optional, pattern, string } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { ownAccount } from '../families.ts'
import { ticket } from '../fields.ts'
import { listOf, paging } from '../lists.ts'
import { securityEvent } from '../objects.ts'
import { undone } from '../undone.ts'

export const listSecurityEvents = endpoint({
  operation: 'security_events',
  description: 'Lists the security events of the account that is signed in, newest first.',
  paths: ownAccount('security/events'),
  payload: object(paging),
  session: 'required',
  ...listOf(securityEvent),
})

export const objectToEvent = endpoint({
  operation: 'security_not_me',
  description:
    'Says that a security event was not caused by the owner: ends all other sessions, codes and tickets at once and trusts this browser alone. Within ten minutes of signing in, with a step-up ticket or after two-step verification, it also takes back what was added since, for 72 hours. The client then offers a new password.',
  paths: ownAccount('security/not_me'),
  payload: object({ event_id: pattern(string(), /^\d{1,20}$/), ticket: optional(ticket) }),
  session: 'required',
  reply: object({ sessions_ended: number(), undone: array(undone) }),
  errors: ['ticket_expired', 'second_verify'],
})
