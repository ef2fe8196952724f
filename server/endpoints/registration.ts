import type { User } from '#protocol/objects.ts'
import type * as endpoints from '#protocol/web/registration.ts'
import { toUsername } from '../names/names.ts'
import { toEmail, toMobile, toRecipient } from '../accounts/recipients.ts'
import { requireCaptcha } from '../captcha/require-captcha.ts'
import { HOUR_MS } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { requireStrongPassword } from '../passwords/require-strong-password.ts'
import {
  issueRegisterTicket,
  registerWithProvider,
  registerWithTicket,
} from '../registration/register-later.ts'
import {
  requireRegistrationOpen,
  prepareAccount,
  newAccountOf,
  type RegistrationInput,
} from '../registration/register.ts'
import { signIn } from '../sign-in/sign-in.ts'
import type { Recipient } from '../store/recipient.ts'
import { TICKET_LIFE_SECONDS } from '../tickets/tickets.ts'
import type { Context, Handlers } from './handler.ts'

const CHECKS_PER_HOUR = 10

/** Handlers of `protocol/web/registration.ts`. */
export const registration = {
  mobileRegister: async (payload, context) => {
    const recipient = toMobile(payload.mobile, context.params.a_region)
    return await signIn(context, payload.next, await prepareAccount(context, recipient, payload))
  },

  emailRegister: async (payload, context) => {
    const { code } = payload
    if (code !== undefined) {
      const recipient = toEmail(payload.email)
      return await signIn(
        context,
        payload.next,
        await prepareAccount(context, recipient, { ...payload, code }),
      )
    }
    if (!context.app.settings.unverified_mail) throw new PassportError('code_missing')
    if (payload.password === undefined) throw new PassportError('password_policy')
    return await registerUnverified(context, { ...payload, username: undefined })
  },

  mobileEmailRegister: async (payload, context) => {
    const recipient = toRecipient(payload, context.params.a_region)
    return await signIn(context, payload.next, await prepareAccount(context, recipient, payload))
  },

  registerVerify: async (payload, context) => ({
    ticket: await issueRegisterTicket(
      context,
      toRecipient(payload, context.params.a_region),
      payload.code,
    ),
    expire_time: TICKET_LIFE_SECONDS,
  }),

  registerBind: async (payload, context) =>
    await signIn(
      context,
      payload.next,
      payload.ticket === undefined
        ? await registerWithProvider(context, payload.profile_key ?? '', payload)
        : await registerWithTicket(context, payload.ticket, payload),
    ),

  noVerifyRegister: async (payload, context) => {
    if (!context.app.settings.no_verify_register) throw new PassportError('registration_closed')
    return await registerUnverified(context, payload)
  },

  checkMobileRegistered: (payload, context) =>
    checkRegistered(context, toMobile(payload.mobile, context.params.a_region)),
  checkEmailRegistered: (payload, context) => checkRegistered(context, toEmail(payload.email)),
} satisfies Handlers<typeof endpoints>

async function registerUnverified(
  context: Context,
  payload: RegistrationInput & {
    email?: string | undefined
    username?: string | undefined
    recaptcha_token?: string | undefined
    next?: string | undefined
  },
): Promise<User> {
  requireRegistrationOpen(context)
  const recipient = payload.email === undefined ? undefined : toEmail(payload.email)
  requireStrongPassword(context.services, recipient, {
    ...payload,
    name: payload.name ?? payload.username,
  })
  // No code slows this endpoint down, so a captcha is always required against enumeration.
  await requireCaptcha(context, {
    subject: recipient?.address ?? toUsername(payload.username ?? ''),
    email: recipient?.address,
    detail: payload.recaptcha_token,
  })
  const profile = await newAccountOf(context, payload)
  return await signIn(context, payload.next, async (tx) => ({
    account: await tx.accounts.createUnproved({
      ...profile,
      email: recipient?.address,
      username: payload.username,
    }),
    isNew: true,
    method: 'password',
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
  await rateLimits.spend([{ key, max: CHECKS_PER_HOUR, windowMs: HOUR_MS }])
  const account = await accounts.findByRecipient(recipient)
  return { is_registered: account === undefined ? 0 : 1, unknown: 0 }
}
