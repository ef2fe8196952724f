import { array, enums, object, optional } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { code, seconds, ticket } from '../fields.ts'
import { nothing } from '../objects.ts'
import { domainName, organizationFields, organizationIds } from '../organization-fields.ts'
import { organizationDomain } from '../organization-objects.ts'

const stepUpErrors = [
  'not_member',
  'no_permission',
  'transfer_hold',
  'second_verify',
  'ticket_expired',
] as const

export const addDomain = endpoint({
  operation: 'domain_add',
  description:
    'Mails a code to a mailbox of a domain that only its administrators read (`domain.manage`), after a recent authentication; called again, another code. The code is valid for a day. Hosts where anybody gets an address are refused.',
  paths: { aff: ['domain/add'] },
  payload: object({
    ...organizationFields,
    domain: domainName,
    mailbox: enums(['postmaster', 'hostmaster', 'admin']),
    ticket: optional(ticket),
  }),
  defaults: { mailbox: 'postmaster' },
  oneOf: organizationIds,
  session: 'required',
  reply: object({ retry_time: seconds }),
  errors: [
    ...stepUpErrors,
    'domain_taken',
    'domain_public',
    'code_frequency',
    'invitation_limit',
    'code_send_error',
  ],
})

export const listDomains = endpoint({
  operation: 'domain_list',
  description: 'Lists the domains of the organization (`policy.read`).',
  methods: ['GET', 'POST'],
  paths: { aff: ['domain/list'] },
  payload: object(organizationFields),
  oneOf: organizationIds,
  session: 'required',
  reply: object({ list: array(organizationDomain) }),
  errors: ['not_member', 'no_permission'],
})

export const verifyDomain = endpoint({
  operation: 'domain_verify',
  description:
    'Proves a domain by the mailed code (`domain.manage`). It then belongs to this organization alone, in its application.',
  paths: { aff: ['domain/verify'] },
  payload: object({ ...organizationFields, domain: domainName, code }),
  oneOf: organizationIds,
  sensitive: ['code'],
  session: 'required',
  reply: object({ list: array(organizationDomain) }),
  errors: ['not_member', 'no_permission', 'transfer_hold', 'code_expired', 'domain_taken'],
})

export const removeDomain = endpoint({
  operation: 'domain_remove',
  description: 'Gives a domain up (`domain.manage`), after a recent authentication.',
  paths: { aff: ['domain/remove'] },
  payload: object({ ...organizationFields, domain: domainName, ticket: optional(ticket) }),
  oneOf: organizationIds,
  session: 'required',
  reply: nothing,
  errors: [...stepUpErrors, 'not_in_organization'],
})
