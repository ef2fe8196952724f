import { enums, max, min, optional } from 'superstruct'
import { organizationEndpoint } from '../organization-endpoint.ts'
import { flag, level, ticket, wholeNumber } from '../fields.ts'
import { actingErrors, policyMethodList, clientRules } from '../organization-fields.ts'
import { organizationPolicy } from '../organization-objects.ts'

export const policyInfo = organizationEndpoint({
  operation: 'policy_info',
  description:
    'Answers the rules of the organization for the sessions of its members (`policy.read`).',
  methods: ['GET', 'POST'],
  paths: { aff: ['policy/info'] },
  reply: organizationPolicy,
})

export const updatePolicy = organizationEndpoint({
  operation: 'policy_update',
  description:
    'Changes the rules that are sent (`policy.update`), after a recent authentication. Sessions that the new rules refuse end at their next call. Rules with which the caller could no longer enter are refused.',
  paths: { aff: ['policy/update'] },
  fields: {
    /** Up to 720; 0 for the limit of the server. */
    session_hours: optional(min(max(wholeNumber, 720), 0)),
    /** 5 to 20160; 0 for the limit of the server. */
    idle_minutes: optional(min(max(wholeNumber, 20_160), 0)),
    second_verification: optional(enums(['off', 'new_device', 'always'])),
    methods: optional(policyMethodList),
    invite_domains_only: optional(flag),
    join_by_domain: optional(flag),
    programs: optional(enums(clientRules)),
    /** Members below it are asked for a second proof, and can add a method; others act on. */
    required_level: optional(level),
    ticket: optional(ticket),
  },
  reply: organizationPolicy,
  errors: [...actingErrors, 'would_lock_out', 'transfer_hold', 'second_verify', 'ticket_expired'],
})
