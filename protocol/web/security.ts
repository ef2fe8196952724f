import { number, object, pattern, string } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { ownAccount } from '../families.ts'
import { firstPage, pageOf, paging } from '../lists.ts'
import { securityEvent } from '../objects.ts'

export const listSecurityEvents = endpoint({
  operation: 'security_events',
  description: 'Lists the security events of the account that is signed in, newest first.',
  methods: ['GET', 'POST'],
  paths: ownAccount('security/events'),
  payload: object(paging),
  defaults: firstPage,
  session: 'required',
  reply: pageOf(securityEvent),
})

export const objectToEvent = endpoint({
  operation: 'security_not_me',
  description:
    'Says that a security event was not caused by the owner: ends all other sessions, trusts this browser alone and revokes resets of the password. The client then offers a new password.',
  paths: ownAccount('security/not_me'),
  payload: object({ event_id: pattern(string(), /^\d{1,20}$/) }),
  session: 'required',
  reply: object({ sessions_ended: number() }),
})
