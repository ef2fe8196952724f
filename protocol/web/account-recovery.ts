import { object, optional } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { everyFamily, ownAccount } from '../families.ts'
import { code, email, mobile, next, seconds, ticket } from '../fields.ts'
import { nothing, user } from '../objects.ts'
import { signInErrors } from '../sign-in-errors.ts'

const address = { email: optional(email), mobile: optional(mobile) }
const codeErrors = ['code_error', 'code_expired', 'code_superseded', 'captcha_slide'] as const

export const startRecovery = endpoint({
  operation: 'recovery_start',
  description:
    'Starts the way back into an account whose methods are all lost, by a code of type 40 to one of its addresses. Every address is told and can cancel. From `ready_at` on, `recovery_finish` opens the account.',
  paths: everyFamily('recovery/start'),
  payload: object({ ...address, code }),
  sensitive: ['email', 'mobile', 'code'],
  oneOf: ['email', 'mobile'],
  reply: object({
    /** Finishes the recovery; returned this once. */
    recovery_key: ticket,
    ready_at: seconds,
  }),
  errors: [
    'recovery_waiting',
    'recovery_needless',
    'recovery_off',
    'too_often',
    'account_banned',
    'account_limited',
    'frozen',
    ...codeErrors,
  ],
})

export const cancelRecovery = endpoint({
  operation: 'recovery_cancel',
  description: 'Ends a recovery of the account that is signed in; nothing happens without one.',
  paths: ownAccount('recovery/cancel'),
  payload: object({}),
  session: 'required',
  reply: nothing,
})

export const finishRecovery = endpoint({
  operation: 'recovery_finish',
  description:
    'Ends the wait of `recovery_start`, by its key and a new code of type 40 to the same address: removes every method and all access, and signs this client in. For a day the account takes no new address and is not deleted.',
  paths: everyFamily('recovery/finish'),
  payload: object({ ...address, code, recovery_key: ticket, next }),
  sensitive: ['email', 'mobile', 'code', 'recovery_key'],
  oneOf: ['email', 'mobile'],
  reply: user,
  errors: ['recovery_waiting', 'recovery_off', 'ticket_expired', ...codeErrors, ...signInErrors],
})
