import { enums, max, min, object, optional } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { flag, ticket, wholeNumber } from '../fields.ts'
import {
  actingErrors,
  organizationFields,
  organizationIds,
  policyMethodList,
  clientRules,
} from '../organization-fields.ts'
import { organizationPolicy } from '../organization-objects.ts'

export const policyInfo = endpoint({
  operation: 'policy_info',
  description:
    'Answers the rules of the organization for the sessions of its members (`policy.read`).',
  methods: ['GET', 'POST'],
  paths: { aff: ['policy/info'] },
  payload: object(organizationFields),
  oneOf: organizationIds,
  session: 'required',
  reply: organizationPolicy,
  errors: actingErrors,
})

export const updatePolicy = endpoint({
  operation: 'policy_update',
  description:
    'Changes the rules that are sent (`policy.update`), after a recent authentication. Sessions that the new rules refuse end at their next call. Rules with which the caller could no longer enter are refused.',
  paths: { aff: ['policy/update'] },
  payload: object({
    ...organizationFields,
    /** Up to 720; 0 for the limit of the server. */
    session_hours: optional(min(max(wholeNumber, 720), 0)),
    /** 5 to 20160; 0 for the limit of the server. */
    idle_minutes: optional(min(max(wholeNumber, 20_160), 0)),
    second_verification: optional(enums(['off', 'new_device', 'always'])),
    methods: optional(policyMethodList),
    invite_domains_only: optional(flag),
    join_by_domain: optional(flag),
    programs: optional(enums(clientRules)),
    ticket: optional(ticket),
  }),
  oneOf: organizationIds,
  session: 'required',
  reply: organizationPolicy,
  errors: [...actingErrors, 'would_lock_out', 'transfer_hold', 'second_verify', 'ticket_expired'],
})
