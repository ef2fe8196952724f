import { codeType, isFor, type CodeType } from '#protocol/code-types.ts'
import type { Received, Reply } from '#protocol/endpoint.ts'
import { codeMethods } from '#protocol/sign-in-methods.ts'
import type * as endpoints from '#protocol/web/codes.ts'
import { requireOffered } from '../account-recovery/account-recovery.ts'
import { maskedField } from '../accounts/recipients.ts'
import { requireCaptcha } from '../captcha/require-captcha.ts'
import { checkCode, isSuperseded } from '../codes/check-code.ts'
import { recipientForCode, type CodeRecipient } from '../codes/code-recipient.ts'
import { issueCodeTicket } from '../codes/code-ticket.ts'
import { CODE_LENGTH } from '../codes/codes.ts'
import { sendCodeTo } from '../codes/send-code.ts'
import { findOpenInvitation } from '../invitations/find-invitation.ts'
import { MINUTE_MS, SECOND_MS } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { CODE_LIFE_MS } from '../store/code-repository.ts'
import type { Recipient } from '../store/recipient.ts'
import { TICKET_LIFE_SECONDS } from '../tickets/tickets.ts'
import type { Context, Handlers } from './handler.ts'

/** Type of the code that a GET sends to somebody who answers an authorization request. */
export const OPEN_BY_GET = 27

/** Payload fields that choose the code. */
type RequestedCode = Partial<Received<typeof endpoints.sendCode>>

/** Handlers of `protocol/web/codes.ts`. */
export const codes = {
  sendCode: (payload, context) => sendRequestedCode(payload, context),
  sendVoiceCode: (payload, context) => sendRequestedCode(payload, context, true),

  validateCode: async (payload, context) => {
    const { codeRecipient, ticket } = await exchangeCode(payload, context)
    return {
      ticket,
      expire_time: TICKET_LIFE_SECONDS,
      ...(codeRecipient.verification === undefined ? {} : { verify_ticket: payload.verify_ticket }),
    }
  },

  checkCode: async (payload, context) => {
    const codeRecipient = await recipientForCode(context, requireCodeType(payload.type), payload)
    await checkCode(context, codeRecipient.recipient, payload.type, payload.code)
    return { valid: 1, ticket: '' }
  },

  verifyEmail: async (payload, context) => {
    const { ticket } = await exchangeCode(payload, context)
    return { ticket, expire_time: TICKET_LIFE_SECONDS }
  },
} satisfies Handlers<typeof endpoints>

/** Sends the code that a call asks for. @throws code_type_error, captcha_slide, … */
export async function sendRequestedCode(
  payload: RequestedCode,
  context: Context,
  isVoice = false,
): Promise<Reply<typeof endpoints.sendCode>> {
  const type = payload.type ?? payload.ect_type ?? Number.NaN
  if (type === OPEN_BY_GET && context.method !== 'GET') throw new PassportError('code_type_error')
  const kind = requireCodeType(type)
  if (kind.purpose === 'recover') requireOffered(context)
  const codeRecipient = await recipientOf(context, kind, payload)
  const { recipient } = codeRecipient
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
  await requireCaptchaToSend(context, type, codeRecipient)
  if (context.app.settings.reveal_registered) {
    await requireFittingOwner(context, kind, recipient, payload.unbind_exist === 1)
  }
  const wasRefused = await context.services.mailRefusals.has(recipient.address)
  await sendCodeTo(context, recipient, type, { isVoice, verification: codeRecipient.verification })
  return {
    ...maskedField(recipient),
    retry_time: config.RESEND_SECONDS,
    expire_time: CODE_LIFE_MS / SECOND_MS,
    code_length: CODE_LENGTH,
    ...(wasRefused ? { mail_refused: 1 } : {}),
    ...(payload.sms_code_key === undefined ? {} : { sms_code_key: payload.sms_code_key }),
  }
}

// An invitation names the address that its code goes to.
async function recipientOf(
  context: Context,
  kind: CodeType,
  payload: RequestedCode,
): Promise<CodeRecipient> {
  if (payload.invite_ticket === undefined) return await recipientForCode(context, kind, payload)
  if (kind.purpose !== 'login') throw new PassportError('code_type_error')
  const { invitation } = await findOpenInvitation(context, payload.invite_ticket)
  const { channel, address } = invitation
  if (channel === 'lark') throw new PassportError('code_type_error')
  return { recipient: { channel, address }, accountId: undefined, verification: undefined }
}

// A session or a first factor replaces the captcha.
async function requireCaptchaToSend(
  context: Context,
  type: number,
  { recipient, verification }: CodeRecipient,
): Promise<void> {
  const { config, policy, rateLimits } = context.services
  const rule = policy.ruleFor(context.operation)
  if (context.session !== undefined || verification !== undefined) return
  if (rule.captcha !== 'suspicion' || config.CAPTCHA_ON_SEND === 'off') return
  const { webId, prefix } = context.caller
  const passedKey = `human ${webId} ${prefix}`
  const humanMs = policy.captcha.human_minutes * MINUTE_MS
  if (webId !== '' && (await rateLimits.read(passedKey, humanMs)) > 0) return
  const { channel, address } = recipient
  await requireCaptcha(context, {
    subject: `${address} ${type}`,
    email: channel === 'email' ? address : undefined,
  })
  await rateLimits.count(passedKey, humanMs)
}

async function requireFittingOwner(
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
  const isOfOther = owner !== undefined && owner.id !== context.session?.accountId
  if ((purpose === 'bind' || purpose === 'change') && isOfOther && !mayUnbind) {
    throw new PassportError('mobile_has_bound')
  }
}

// Uses the code, passes its two-step verification and issues the ticket in one transaction.
async function exchangeCode(
  payload: Received<typeof endpoints.validateCode>,
  context: Context,
): Promise<{ codeRecipient: CodeRecipient; ticket: string }> {
  const { transaction, verifications } = context.services
  const kind = requireCodeType(payload.type)
  const codeRecipient = await recipientForCode(context, kind, payload)
  const { recipient, verification } = codeRecipient
  if (verification !== undefined && !(await verifications.countTry(verification))) {
    throw new PassportError('code_expired')
  }
  const proof = await checkCode(context, recipient, payload.type, payload.code).catch(
    async (error: unknown) => {
      if (verification !== undefined && isSuperseded(error)) {
        await verifications.uncountTry(verification)
      }
      throw error
    },
  )
  const ticket = await transaction(async (tx) => {
    await tx.codes.use(proof)
    const by = codeMethods[recipient.channel]
    if (verification !== undefined && !(await tx.verifications.pass(verification, by))) {
      throw new PassportError('ticket_expired')
    }
    return await issueCodeTicket(context, tx, codeRecipient, kind, payload.type)
  })
  return { codeRecipient, ticket }
}

function requireCodeType(type: number): CodeType {
  const kind = codeType(type)
  if (kind === undefined) throw new PassportError('code_type_error')
  return kind
}
