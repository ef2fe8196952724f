import { codeType, isFor, type CodeType, type Purpose } from '#protocol/code-types.ts'
import type * as rows from '#protocol/web/codes.ts'
import { maskEmail, maskMobile, toTarget, type Target } from '../../accounts/targets.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../clock.ts'
import { CODE_LENGTH, CODE_LIFE_MS } from '../../codes/codes.ts'
import type { MessageKind } from '../../delivery/messages/messages.ts'
import type { Context, Handlers } from '../../handler.ts'
import type { Budget } from '../../limits/limits.ts'
import { PassportError } from '../../passport-error.ts'
import { ensureHuman } from '../human.ts'

const HUMAN_FOR_MS = 10 * MINUTE_MS

/** What sending a code needs to know about the call. */
export type SendContext = Pick<
  Context,
  'services' | 'app' | 'caller' | 'now' | 'language' | 'logId'
>

/** Handlers of `protocol/web/codes.ts`. */
export const codes = {
  sendCode: async (call, context) => {
    const kind = codeType(call.type)
    if (kind === undefined) throw new PassportError('code_type_error')
    const target = targetOf(context, kind, call)
    if (!isFor(kind, target.channel)) throw new PassportError('code_type_error')
    const { config, limits, outbox } = context.services
    if (!outbox.canSend(target.channel)) throw new PassportError('code_send_error')
    if (context.session === undefined && config.CAPTCHA_ON_SEND === 'on') {
      const mark = `human ${context.caller.webId} ${context.caller.prefix}`
      if (context.caller.webId === '' || (await limits.read(mark)) === 0) {
        await ensureHuman(context, `${target.address} ${call.type}`)
        await limits.count(mark, HUMAN_FOR_MS)
      }
    }
    await sendCodeTo(context, target, call.type)
    return {
      ...(target.channel === 'email'
        ? { email: maskEmail(target.address) }
        : { mobile: maskMobile(target.address) }),
      retry_time: config.RESEND_SECONDS,
      expire_time: CODE_LIFE_MS / SECOND_MS,
      code_length: CODE_LENGTH,
    }
  },
} satisfies Handlers<typeof rows>

/**
 * Stores a code and the message that carries it. The statements are the same for known and unknown
 * addresses; only the text differs. @throws code_type_error, code_frequency, too_often.
 */
export async function sendCodeTo(
  context: SendContext,
  target: Target,
  type: number,
): Promise<void> {
  const kind = codeType(type)
  if (kind === undefined || !isFor(kind, target.channel)) throw new PassportError('code_type_error')
  const { accounts, codes: rules, limits, log, outbox, stores } = context.services
  const key = rules.keyFor(context.app.aid, target, type)
  const { ofTarget, ofCaller } = budgets(context, key.target)
  await stores.tx(async (tx) => {
    const account = await accounts.findByTarget(tx, target)
    const message = messageFor(kind.purpose, account !== undefined)
    const isOpen = !message.endsWith('_unknown')
    const code = await rules.issue(tx.codes, key, context.now, isOpen)
    const wait = await limits.take(tx.counters, ofTarget)
    if (wait !== undefined) throw new PassportError('code_frequency', { retry_after: wait })
    const callerWait = await limits.take(tx.counters, ofCaller)
    if (callerWait !== undefined) throw new PassportError('too_often', { retry_after: callerWait })
    await outbox.post(tx.outbox, message, target, context.language, isOpen ? code : '')
  })
  log.codeAsked(context.logId, type, target.channel)
  outbox.wake()
}

function messageFor(purpose: Purpose, isKnown: boolean): MessageKind {
  switch (purpose) {
    case 'login':
      return 'login'
    case 'register':
      return isKnown ? 'register_known' : 'register'
    case 'reset':
      return isKnown ? 'reset' : 'reset_unknown'
    case 'bind':
    case 'change':
      return 'bind'
    case 'verify':
    case 'authorize':
    case 'transfer':
      return isKnown ? 'verify' : 'verify_unknown'
  }
}

// Types for a person's own address never take it from the request: who is signed in proved it.
function targetOf(
  context: Context,
  kind: CodeType,
  call: { email?: string | undefined; mobile?: string | undefined },
): Target {
  const { session } = context
  if (kind.to !== 'anyone' && session === undefined) throw new PassportError('session_expired')
  if (session === undefined || kind.to === 'anyone' || kind.to === 'session') {
    return toTarget(call, context.params.a_region)
  }
  const channel = kind.channel === 'email' ? 'email' : 'mobile'
  const address = session.account[channel]
  if (address === null) throw new PassportError('binding_not_exist')
  return { channel, address }
}

function budgets(
  { services: { config }, caller }: SendContext,
  target: string,
): { ofTarget: Budget[]; ofCaller: Budget[] } {
  const hour = (key: string, max: number): Budget => ({
    key: `codes/h ${key}`,
    max,
    windowMs: HOUR_MS,
  })
  const day = (key: string, max: number): Budget => ({
    key: `codes/d ${key}`,
    max,
    windowMs: DAY_MS,
  })
  return {
    ofTarget: [
      hour(target, config.CODES_PER_TARGET_HOUR),
      day(target, config.CODES_PER_TARGET_DAY),
    ],
    ofCaller: [
      hour(caller.prefix, config.CODES_PER_ADDRESS_HOUR),
      day(caller.prefix, config.CODES_PER_ADDRESS_DAY),
      ...(caller.webId === '' ? [] : [hour(caller.webId, config.CODES_PER_WEB_ID_HOUR)]),
    ],
  }
}
