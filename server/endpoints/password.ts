import type { User } from '#protocol/objects.ts'
import type * as endpoints from '#protocol/web/password.ts'
import { notifyOwner } from '../accounts/notify.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import { toEmail, toMobile, toRecipient } from '../accounts/recipients.ts'
import { signedIn } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import { forgetBreached } from '../passwords/breached-notice.ts'
import { checkPasswordOf, lockWithSamePassword } from '../passwords/check-password.ts'
import { requireStrongPassword } from '../passwords/require-strong-password.ts'
import { prepareReset, prepareResetByTicket } from '../recovery/reset-password.ts'
import { endAccess } from '../sessions/end-access.ts'
import { signIn } from '../sign-in/sign-in.ts'
import type { Recipient } from '../store/recipient.ts'
import { checkRisk, codeLoginOf } from '../two-step/risk-check.ts'
import { challengeLevel, challengeStepUp } from '../two-step/step-up.ts'
import type { Context, Handlers } from './handler.ts'

/** Handlers of `protocol/web/password.ts`. */
export const password = {
  resetByMobile: (payload, context) =>
    resetByCode(context, toMobile(payload.mobile, context.params.a_region), payload),

  resetByEmail: (payload, context) => resetByCode(context, toEmail(payload.email), payload),

  resetByTicket: async ({ next, ticket, password: fresh }, context) =>
    await signIn(context, next, await prepareResetByTicket(context, ticket, fresh)),

  resetAny: async (payload, context) => {
    const { code, next, ticket, password: fresh } = payload
    if (ticket !== undefined) {
      return await signIn(context, next, await prepareResetByTicket(context, ticket, fresh))
    }
    if (code === undefined) throw new PassportError('code_missing')
    const recipient = toRecipient(payload, context.params.a_region)
    return await resetByCode(context, recipient, { ...payload, code })
  },

  changePassword: async (payload, context) => {
    const { account, hash: sessionHash } = signedIn(context)
    const { log, passwords, transaction } = context.services
    requireAllowedPassword(context, payload.password)
    const attemptsKey = await checkPasswordOf(context, account, payload.current_password)
    // The password alone is below what such an account demands of its owner.
    await challengeLevel(context, undefined, account.id)
    const hash = await passwords.hash(payload.password, context.signal())
    await transaction(async (tx) => {
      await lockWithSamePassword(tx, account)
      await tx.accounts.setPassword(account.id, hash)
      await forgetBreached(tx, account.id)
      await endAccess(tx, account, { session: sessionHash, clients: true })
      await tx.trustedDevices.trustOnlyDevice(account.id, context.caller.webId)
      await tx.passwordAttempts.clear([attemptsKey])
      await tx.events.note(context, 'password_changed', account.id)
      await notifyOwner(tx, context, account, { event: 'password_changed' })
    })
    log.passwordChanged(context.logId, account.id)
    return {}
  },

  setPassword: async (payload, context) => {
    const { account } = signedIn(context)
    const { log, passwords, transaction } = context.services
    if (account.passwordHash !== null) throw new PassportError('password_already_set')
    requireAllowedPassword(context, payload.password)
    const requireStepUp = await challengeStepUp(context, payload.ticket, account.id)
    const hash = await passwords.hash(payload.password, context.signal())
    await transaction(async (tx) => {
      await requireStepUp(tx)
      if (!(await tx.accounts.setFirstPassword(account.id, hash))) {
        throw new PassportError('password_already_set')
      }
      await forgetBreached(tx, account.id)
      await tx.rememberedBrowsers.forget(account.id)
      await tx.events.note(context, 'password_set', account.id)
      await notifyOwner(tx, context, account, { event: 'password_set' })
    })
    log.passwordChanged(context.logId, account.id)
    return {}
  },

  hasPassword: (_payload, context) => ({
    has_set: signedIn(context).account.passwordHash === null ? 0 : 1,
  }),
} satisfies Handlers<typeof endpoints>

async function resetByCode(
  context: Context,
  recipient: Recipient,
  {
    code,
    password: newPassword,
    next,
  }: { code: string; password: string; next?: string | undefined },
): Promise<User> {
  const { prove } = await prepareReset(context, recipient, code, newPassword, (account) =>
    checkRisk(context, account, {
      ...codeLoginOf(recipient.channel),
      subject: recipient.address,
      isReset: true,
    }),
  )
  return await signIn(context, next, prove)
}

function requireAllowedPassword(context: Context, newPassword: string): void {
  const { account } = signedIn(context)
  const [recipient] = recipientsOf(account)
  requireStrongPassword(context.services, recipient, { password: newPassword, name: account.name })
}
