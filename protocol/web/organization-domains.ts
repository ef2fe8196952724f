import { array, enums, object, optional } from 'superstruct'
import { organizationEndpoint } from '../organization-endpoint.ts'
import { code, seconds, ticket } from '../fields.ts'
import { nothing } from '../objects.ts'
import { actingErrors, domainName } from '../organization-fields.ts'
import { organizationDomain } from '../organization-objects.ts'

const stepUpErrors = [...actingErrors, 'transfer_hold', 'second_verify', 'ticket_expired'] as const

export const addDomain = organizationEndpoint({
  operation: 'domain_add',
  description:
    'Adds a domain (`domain.manage`), after a recent authentication. With `by=mail` a mailbox that only its administrators read gets a code, which is valid for a day; called again, another code. With `by=dns` nobody gets a mail: a TXT record proves it, see `domain_list`. Hosts where anybody gets an address are refused.',
  paths: { aff: ['domain/add'] },
  fields: {
    domain: domainName,
    by: enums(['mail', 'dns']),
    mailbox: enums(['postmaster', 'hostmaster', 'admin']),
    ticket: optional(ticket),
  },
  defaults: { by: 'mail', mailbox: 'postmaster' },
  reply: object({ retry_time: seconds }),
  errors: [
    ...stepUpErrors,
    'domain_taken',
    'domain_proved',
    'domain_public',
    'domain_limit',
    'code_frequency',
    'invitation_limit',
    'code_send_error',
  ],
})

export const listDomains = organizationEndpoint({
  operation: 'domain_list',
  description: 'Lists the domains of the organization (`policy.read`).',
  methods: ['GET', 'POST'],
  paths: { aff: ['domain/list'] },
  reply: object({ list: array(organizationDomain) }),
})

export const verifyDomain = organizationEndpoint({
  operation: 'domain_verify',
  description:
    'Proves a domain (`domain.manage`) by the mailed code or, without `code`, by its TXT record. It then belongs to this organization alone, in its application: a record takes it from another one, whose administrators are told; a code does not.',
  paths: { aff: ['domain/verify'] },
  fields: { domain: domainName, code: optional(code) },
  sensitive: ['code'],
  reply: object({ list: array(organizationDomain) }),
  errors: [
    ...actingErrors,
    'transfer_hold',
    'not_in_organization',
    'code_expired',
    'code_superseded',
    'domain_taken',
    'domain_record_missing',
    'domain_lookup_failed',
    'too_often',
  ],
})

export const removeDomain = organizationEndpoint({
  operation: 'domain_remove',
  description: 'Gives a domain up (`domain.manage`), after a recent authentication.',
  paths: { aff: ['domain/remove'] },
  fields: { domain: domainName, ticket: optional(ticket) },
  reply: nothing,
  errors: [...stepUpErrors, 'not_in_organization'],
})
