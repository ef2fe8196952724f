import { requireStrongPassword } from '../passwords/require-strong-password.ts'
import type { Recipient } from '../store/recipient.ts'
import type { User } from '#protocol/objects.ts'
import type * as endpoints from '#protocol/web/registration.ts'
import { toEmail, toMobile, toRecipient } from '../accounts/recipients.ts'
import { toUsername } from '../accounts/names.ts'
import { HOUR_MS } from '../lib/clock.ts'
import type { Context, Handlers } from './handler.ts'
import { PassportError } from '../lib/passport-error.ts'
import { TICKET_LIFE_SECONDS } from '../tickets/tickets.ts'
import { requireCaptcha } from '../captcha/require-captcha.ts'
import {
  requireRegistrationOpen,
  prepareAccount,
  newAccountOf,
  type RegistrationInput,
} from '../registration/register.ts'
import {
  issueRegisterTicket,
  registerWithProvider,
  registerWithTicket,
} from '../registration/register-later.ts'
import { signIn } from '../sign-in/sign-in.ts'

const CHECKS_PER_HOUR = 10

/** Handlers of `protocol/web/registration.ts`. */
export const registration = {
  mobileRegister: async (call, context) => {
    const recipient = toMobile(call.mobile, context.params.a_region)
    return await signIn(context, call.next, await prepareAccount(context, recipient, call))
  },

  emailRegister: async (call, context) => {
    const { code } = call
    if (code !== undefined) {
      const recipient = toEmail(call.email)
      return await signIn(
        context,
        call.next,
        await prepareAccount(context, recipient, { ...call, code }),
      )
    }
    if (!context.app.settings.unverified_mail) throw new PassportError('code_missing')
    return await registerUnproved(context, { ...call, username: undefined })
  },

  mobileEmailRegister: async (call, context) => {
    const recipient = toRecipient(call, context.params.a_region)
    return await signIn(context, call.next, await prepareAccount(context, recipient, call))
  },

  registerVerify: async (call, context) => ({
    ticket: await issueRegisterTicket(
      context,
      toRecipient(call, context.params.a_region),
      call.code,
    ),
    expire_time: TICKET_LIFE_SECONDS,
  }),

  registerBind: async (call, context) =>
    await signIn(
      context,
      call.next,
      call.ticket === undefined
        ? await registerWithProvider(context, call.profile_key ?? '', call)
        : await registerWithTicket(context, call.ticket, call),
    ),

  noVerifyRegister: async (call, context) => {
    if (!context.app.settings.no_verify_register) throw new PassportError('registration_closed')
    // The pass is found by browser and address; whoever names it says that it was passed.
    const isPassed = call.recaptcha_token !== undefined
    const params = isPassed ? { ...context.params, is_resend: 1 as const } : context.params
    return await registerUnproved({ ...context, params }, call)
  },

  checkMobileRegistered: (call, context) =>
    checkRegistered(context, toMobile(call.mobile, context.params.a_region)),
  checkEmailRegistered: (call, context) => checkRegistered(context, toEmail(call.email)),
} satisfies Handlers<typeof endpoints>

async function registerUnproved(
  context: Context,
  call: RegistrationInput & {
    email?: string | undefined
    username?: string | undefined
    next?: string | undefined
  },
): Promise<User> {
  requireRegistrationOpen(context)
  const recipient = call.email === undefined ? undefined : toEmail(call.email)
  requireStrongPassword(context.services, recipient, { ...call, name: call.name ?? call.username })
  // Always: there is no code here that would slow a machine down, or keep it from asking who exists.
  await requireCaptcha(context, {
    subject: recipient?.address ?? toUsername(call.username ?? ''),
    email: recipient?.address,
  })
  const start = await newAccountOf(context, call)
  return await signIn(context, call.next, async (tx) => ({
    account: await tx.accounts.createUnproved({
      ...start,
      email: recipient?.address,
      username: call.username,
    }),
    isNew: true,
  }))
}

async function checkRegistered(
  context: Context,
  recipient: Recipient,
): Promise<{ is_registered: 0 | 1; unknown: 0 | 1 }> {
  const { accounts, rateLimits } = context.services
  if (context.app.settings.strict_check) return { is_registered: 0, unknown: 1 }
  if (context.session === undefined) {
    const { channel, address } = recipient
    const email = channel === 'email' ? address : undefined
    await requireCaptcha(context, { subject: address, email })
  }
  const key = `check registered ${context.caller.prefix}`
  const budget = { key, max: CHECKS_PER_HOUR, windowMs: HOUR_MS }
  await rateLimits.spend([budget])
  const account = await accounts.findByRecipient(recipient)
  return { is_registered: account === undefined ? 0 : 1, unknown: 0 }
}
