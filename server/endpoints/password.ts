import { requireStrongPassword } from '../passwords/require-strong-password.ts'
import type { Recipient } from '../store/recipient.ts'
import { codeMethods, signInMethods } from '#protocol/sign-in-methods.ts'
import type * as endpoints from '#protocol/web/password.ts'
import { notifyOwner } from '../accounts/notify.ts'
import { toEmail, toMobile, toRecipient } from '../accounts/recipients.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import { signedIn } from '../calls/call.ts'
import type { Context, Handlers } from './handler.ts'
import { PassportError } from '../lib/passport-error.ts'
import { challengeStepUp } from '../two-step/step-up.ts'
import { revokeResetTickets } from '../two-step/proof-tickets.ts'
import { checkPasswordOf, lockWithSamePassword } from '../passwords/check-password.ts'
import { resetByTicket, resetPassword } from '../recovery/reset-password.ts'
import { checkRisk } from '../two-step/risk-check.ts'

/** Handlers of `protocol/web/password.ts`. */
export const password = {
  resetByMobile: async (call, context) => {
    const recipient = toMobile(call.mobile, context.params.a_region)
    await resetByCode(context, recipient, call)
    return {}
  },

  resetByEmail: async (call, context) => {
    await resetByCode(context, toEmail(call.email), call)
    return {}
  },

  resetByTicket: async (call, context) => {
    await resetByTicket(context, call.ticket, call.password)
    return {}
  },

  resetAny: async (call, context) => {
    if (call.ticket !== undefined) {
      await resetByTicket(context, call.ticket, call.password)
      return {}
    }
    if (call.code === undefined) throw new PassportError('code_missing')
    const recipient = toRecipient(call, context.params.a_region)
    await resetByCode(context, recipient, { code: call.code, password: call.password })
    return {}
  },

  changePassword: async (call, context) => {
    const { account, hash: presentHash } = signedIn(context)
    const { log, passwords, transaction } = context.services
    ensureGood(context, call.password)
    const lock = await checkPasswordOf(context, account, call.current_password)
    const hash = await passwords.hash(call.password, context.signal())
    await transaction(async (tx) => {
      await lockWithSamePassword(tx, account)
      await tx.accounts.setPassword(account.id, hash)
      await revokeResetTickets(tx, account.id)
      await tx.sessions.endAll(account.id, presentHash)
      await tx.trustedDevices.trustOnlyDevice(account.id, context.caller.webId)
      await tx.passwordAttempts.clear([lock])
      await tx.events.note(context, 'password_changed', account.id)
      await notifyOwner(tx, account, 'password_changed')
    })
    log.passwordChanged(context.logId, account.id)
    return {}
  },

  setPassword: async (call, context) => {
    const { account } = signedIn(context)
    const { log, passwords, transaction } = context.services
    if (account.passwordHash !== null) throw new PassportError('password_already_set')
    ensureGood(context, call.password)
    const fresh = await challengeStepUp(context, call.ticket, account.id)
    const hash = await passwords.hash(call.password, context.signal())
    await transaction(async (tx) => {
      await fresh(tx)
      if (!(await tx.accounts.setFirstPassword(account.id, hash))) {
        throw new PassportError('password_already_set')
      }
      await tx.events.note(context, 'password_set', account.id)
      await notifyOwner(tx, account, 'password_set')
    })
    log.passwordChanged(context.logId, account.id)
    return {}
  },

  hasPassword: (_call, context) => ({
    has_set: signedIn(context).account.passwordHash === null ? 0 : 1,
  }),
} satisfies Handlers<typeof endpoints>

async function resetByCode(
  context: Context,
  recipient: Recipient,
  call: { code: string; password: string },
): Promise<void> {
  await resetPassword(context, recipient, call.code, call.password, (account) =>
    checkRisk(context, account, {
      firstFactor: signInMethods[codeMethods[recipient.channel]].factor,
      subject: recipient.address,
      isReset: true,
    }),
  )
}

function ensureGood(context: Context, typed: string): void {
  const { account } = signedIn(context)
  const [recipient] = recipientsOf(account)
  requireStrongPassword(context.services, recipient, { password: typed, name: account.name })
}
