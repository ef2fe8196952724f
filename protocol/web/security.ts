import { object } from 'superstruct'
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
