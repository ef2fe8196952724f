import { object, optional } from 'superstruct'
import { organizationEndpoint } from '../organization-endpoint.ts'
import { anyText, code, nonEmptyText, seconds, ticket } from '../fields.ts'
import { nothing, user } from '../objects.ts'
import { actingErrors } from '../organization-fields.ts'

const successor = { verify_ticket: ticket, to_sec_member_id: nonEmptyText }

const successorErrors = [
  ...actingErrors,
  'transfer_stale',
  'successor_not_member',
  'successor_frozen',
  'own_membership',
] as const

export const proveManager = organizationEndpoint({
  operation: 'admin_verify_old',
  description:
    'First step of handing an organization over: its manager proves themself with a code of type 22 or 11, sent to their own address (`admin.transfer`). The ticket is valid for ten minutes.',
  paths: { aff: ['admin/verify_old'] },
  fields: { code },
  sensitive: ['code'],
  reply: object({ verify_ticket: anyText, expire_time: seconds }),
  errors: [
    ...actingErrors,
    'binding_not_exist',
    'code_expired',
    'code_superseded',
    'transfer_hold',
    'account_limited',
  ],
})

export const sendSuccessorCode = organizationEndpoint({
  operation: 'admin_successor_code',
  description:
    'Second step: sends a code to the member who is to manage, three times at most and once in 60 seconds. The message says what they agree to.',
  paths: { aff: ['admin/successor_code'] },
  fields: successor,
  sensitive: ['verify_ticket'],
  reply: object({ channel: anyText, retry_time: seconds, expire_time: seconds }),
  errors: [...successorErrors, 'binding_not_exist', 'code_frequency', 'code_send_error'],
})

export const agreeToManage = organizationEndpoint({
  operation: 'admin_successor_verify',
  description:
    'Third step: the successor agrees with their code, in their own session; or the manager enters it with `verify_ticket`, told by the successor. Five attempts.',
  paths: { aff: ['admin/successor_verify'] },
  fields: { verify_ticket: optional(ticket), code },
  sensitive: ['verify_ticket', 'code'],
  reply: object({ expire_time: seconds }),
  errors: ['not_member', 'transfer_stale', 'code_expired', 'code_superseded'],
})

export const transferManager = organizationEndpoint({
  operation: 'admin_transfer',
  description:
    'Last step: the successor becomes the manager, and the caller an administrator. All other sessions of both for the organization end; the caller gets a new one. For three days nothing irreversible is done.',
  paths: { aff: ['admin/transfer'] },
  fields: successor,
  sensitive: ['verify_ticket'],
  reply: user,
  errors: [...successorErrors, 'transfer_hold', 'account_banned', 'account_limited', 'frozen'],
})

export const transferInfo = organizationEndpoint({
  operation: 'admin_transfer_info',
  description:
    'Returns the hand-over under way to the manager and the successor; `state` is empty for others, and when there is none.',
  methods: ['GET', 'POST'],
  paths: { aff: ['admin/transfer_info'] },
  reply: object({
    /** `proved`, `code_sent`, `agreed` or empty. */
    state: anyText,
    from_name: anyText,
    to_name: anyText,
    expire_time: seconds,
    /** End of the hold after the last hand-over; 0 without one. */
    hold_until: seconds,
  }),
  errors: ['not_member'],
})

export const cancelTransfer = organizationEndpoint({
  operation: 'admin_transfer_cancel',
  description: 'Ends the hand-over under way, by the manager or the successor.',
  paths: { aff: ['admin/transfer_cancel'] },
  reply: nothing,
  errors: ['not_member', 'transfer_stale'],
})
