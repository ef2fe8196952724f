import { array, boolean, object } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { ownAccount } from '../families.ts'
import { page, pageSize, whole } from '../fields.ts'
import { securityEvent } from '../objects.ts'

export const listSecurityEvents = endpoint({
  operation: 'security_events',
  about: 'Lists what happened to the account of the person signed in, newest first.',
  methods: ['GET', 'POST'],
  paths: ownAccount('security/events'),
  payload: object({ page, page_size: pageSize }),
  defaults: { page: 1, page_size: 10 },
  session: 'required',
  reply: object({
    list: array(securityEvent),
    total: whole,
    page: whole,
    page_size: whole,
    has_more: boolean(),
  }),
})
