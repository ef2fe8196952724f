import { issueCodeTicket } from '../codes/code-ticket.ts'
import { CODE_LIFE_MS } from '../store/code-repository.ts'
import type { Recipient } from '../store/recipient.ts'
import { CODE_TYPE_BY_GET, codeType, isFor, type CodeType } from '#protocol/code-types.ts'
import type { Received, Reply } from '#protocol/endpoint.ts'
import type * as endpoints from '#protocol/web/codes.ts'
import { maskedField } from '../accounts/recipients.ts'
import { MINUTE_MS, SECOND_MS } from '../lib/clock.ts'
import { CODE_LENGTH } from '../codes/codes.ts'
import type { Context, Handlers } from './handler.ts'
import { PassportError } from '../lib/passport-error.ts'
import { TICKET_LIFE_SECONDS } from '../tickets/tickets.ts'
import { recipientForCode, type CodeRecipient } from '../codes/code-recipient.ts'
import { requireCaptcha } from '../captcha/require-captcha.ts'
import { checkCode } from '../codes/check-code.ts'
import { sendCodeTo } from '../codes/send-code.ts'

/** Handlers of `protocol/web/codes.ts`. */
export const codes = {
  sendCode: (call, context) => send(call, context, false),
  sendVoiceCode: (call, context) => send(call, context, true),

  validateCode: async (call, context) => {
    const { addressee, ticket } = await tradeCode(call, context)
    return {
      ticket,
      expire_time: TICKET_LIFE_SECONDS,
      ...(addressee.verification === undefined ? {} : { verify_ticket: call.verify_ticket }),
    }
  },

  checkCode: async (call, context) => {
    const addressee = await recipientForCode(context, typeOf(call.type), call)
    await checkCode(context, addressee.recipient, call.type, call.code)
    return { valid: 1, ticket: '' }
  },

  verifyEmail: async (call, context) => {
    const { ticket } = await tradeCode(call, context)
    return { ticket, expire_time: TICKET_LIFE_SECONDS }
  },
} satisfies Handlers<typeof endpoints>

async function send(
  call: Received<typeof endpoints.sendCode>,
  context: Context,
  isVoice: boolean,
): Promise<Reply<typeof endpoints.sendCode>> {
  const type = call.type ?? call.ect_type ?? Number.NaN
  const kind = typeOf(type)
  const isGet = context.method === 'GET'
  if (isGet && type !== CODE_TYPE_BY_GET) throw new PassportError('method_not_allowed')
  const addressee = await recipientForCode(context, kind, call)
  const { recipient } = addressee
  if (!isFor(kind, recipient.channel)) throw new PassportError('code_type_error')
  if (isVoice && recipient.channel === 'email') throw new PassportError('code_type_error')
  if (
    kind.purpose === 'change' &&
    context.session?.account[recipient.channel] === recipient.address
  ) {
    throw new PassportError('address_unchanged')
  }
  const { config, outbox } = context.services
  if (!outbox.canSend(recipient.channel)) throw new PassportError('code_send_error')
  await requireCaptchaToSend(context, type, addressee, isGet)
  if (context.app.settings.reveal_registered) {
    await reveal(context, kind, recipient, call.unbind_exist === 1)
  }
  await sendCodeTo(context, recipient, type, { isVoice, verification: addressee.verification })
  return {
    ...maskedField(recipient),
    retry_time: config.RESEND_SECONDS,
    expire_time: CODE_LIFE_MS / SECOND_MS,
    code_length: CODE_LENGTH,
    ...(call.sms_code_key === undefined ? {} : { sms_code_key: call.sms_code_key }),
  }
}

// Whoever is signed in, or has proved a first factor, is no stranger. A GET can come from any page.
async function requireCaptchaToSend(
  context: Context,
  type: number,
  { recipient, verification }: CodeRecipient,
  isGet: boolean,
): Promise<void> {
  const { config, policy, rateLimits } = context.services
  const rule = policy.ruleFor(context.operation)
  const isKnown = context.session !== undefined || verification !== undefined
  if (isKnown && !isGet) return
  if (rule.captcha !== 'suspicion' || config.CAPTCHA_ON_SEND === 'off') return
  const { webId, prefix } = context.caller
  const mark = `human ${webId} ${prefix}`
  if (webId !== '' && (await rateLimits.read(mark)) > 0) return
  const { channel, address } = recipient
  await requireCaptcha(context, {
    subject: `${address} ${type}`,
    email: channel === 'email' ? address : undefined,
  })
  await rateLimits.count(mark, policy.captcha.human_minutes * MINUTE_MS)
}

async function reveal(
  context: Context,
  { purpose }: CodeType,
  recipient: Recipient,
  mayUnbind: boolean,
): Promise<void> {
  const { accounts } = context.services
  const owner = await accounts.findByRecipient(recipient)
  if (purpose === 'register' && owner !== undefined) throw new PassportError('has_registered')
  if ((purpose === 'reset' || purpose === 'authorize') && owner === undefined) {
    throw new PassportError('unregistered')
  }
  const isOthers = owner !== undefined && owner.id !== context.session?.accountId
  if ((purpose === 'bind' || purpose === 'change') && isOthers && !mayUnbind) {
    throw new PassportError('mobile_has_bound')
  }
}

// Uses the code up, passes the second verification it was for, and makes the ticket: all or nothing.
async function tradeCode(
  call: Received<typeof endpoints.validateCode>,
  context: Context,
): Promise<{ addressee: CodeRecipient; ticket: string }> {
  const { transaction, verifications } = context.services
  const kind = typeOf(call.type)
  const addressee = await recipientForCode(context, kind, call)
  const { recipient, verification } = addressee
  if (verification !== undefined && !(await verifications.countTry(verification))) {
    throw new PassportError('code_expired')
  }
  const proof = await checkCode(context, recipient, call.type, call.code)
  const ticket = await transaction(async (tx) => {
    await tx.codes.use(proof)
    if (verification !== undefined && !(await tx.verifications.pass(verification))) {
      throw new PassportError('ticket_expired')
    }
    return await issueCodeTicket(context, tx, addressee, kind, call.type)
  })
  return { addressee, ticket }
}

function typeOf(type: number): CodeType {
  const kind = codeType(type)
  if (kind === undefined) throw new PassportError('code_type_error')
  return kind
}
