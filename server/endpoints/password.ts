import type * as rows from '#protocol/web/password.ts'
import { notifyOwner } from '../accounts/notify.ts'
import { toEmail, toMobile, toRecipient, type Recipient } from '../accounts/recipients.ts'
import { recipientsOf } from '../accounts/recipients-of.ts'
import { signedIn, type Context, type Handlers } from './handler.ts'
import { PassportError } from '../lib/passport-error.ts'
import { challengeStepUp } from '../two-step/step-up.ts'
import { dropResets } from '../two-step/proof-tickets.ts'
import { ensureGoodPassword } from '../registration/register.ts'
import { checkPasswordOf, withSamePassword } from '../passwords/check-password.ts'
import { resetByTicket, resetPassword } from '../recovery/reset-password.ts'
import { checkRisk } from '../two-step/risk-check.ts'

/** Handlers of `protocol/web/password.ts`. */
export const password = {
  resetByMobile: async (call, context) => {
    const target = toMobile(call.mobile, context.params.a_region)
    await resetByCode(context, target, call)
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
    const target = toRecipient(call, context.params.a_region)
    await resetByCode(context, target, { code: call.code, password: call.password })
    return {}
  },

  changePassword: async (call, context) => {
    const { account, hash: presentHash } = signedIn(context)
    const { devices, events, locks, log, outbox, passwords, stores } = context.services
    ensureGood(context, call.password)
    const lock = await checkPasswordOf(context, account, call.current_password)
    const hash = await passwords.hash(call.password, context.left())
    await stores.tx(async (tx) => {
      await withSamePassword(tx, account)
      await tx.accounts.setPassword(account.id, hash)
      await dropResets(tx, account.id)
      await tx.sessions.endAll(account.id, presentHash)
      await devices.trustOnly(tx.devices, account.id, context.caller.webId)
      await locks.clear(tx.locks, [lock])
      await events.note(tx.events, context, 'password_changed', account.id)
      await notifyOwner(outbox, tx, account, 'password_changed')
    })
    log.passwordChanged(context.logId, account.id)
    outbox.wake()
    return {}
  },

  setPassword: async (call, context) => {
    const { account } = signedIn(context)
    const { events, log, outbox, passwords, stores } = context.services
    if (account.passwordHash !== null) throw new PassportError('password_already_set')
    ensureGood(context, call.password)
    const fresh = await challengeStepUp(context, call.ticket, account.id)
    const hash = await passwords.hash(call.password, context.left())
    await stores.tx(async (tx) => {
      await fresh(tx)
      if (!(await tx.life.setFirstPassword(account.id, hash))) {
        throw new PassportError('password_already_set')
      }
      await events.note(tx.events, context, 'password_set', account.id)
      await notifyOwner(outbox, tx, account, 'password_set')
    })
    log.passwordChanged(context.logId, account.id)
    outbox.wake()
    return {}
  },

  hasPassword: (_call, context) => ({
    has_set: signedIn(context).account.passwordHash === null ? 0 : 1,
  }),
} satisfies Handlers<typeof rows>

async function resetByCode(
  context: Context,
  target: Recipient,
  call: { code: string; password: string },
): Promise<void> {
  await resetPassword(context, target, call.code, call.password, (account) =>
    checkRisk(context, account, {
      firstFactor: target.channel,
      target: target.address,
      isReset: true,
    }),
  )
}

function ensureGood(context: Context, typed: string): void {
  const { account } = signedIn(context)
  const [target] = recipientsOf(account)
  ensureGoodPassword(context, target, { password: typed, name: account.name })
}
