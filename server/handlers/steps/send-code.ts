import { codeType, isFor, type Purpose } from '#protocol/code-types.ts'
import type { Target } from '../../accounts/targets.ts'
import { DAY_MS, HOUR_MS } from '../../clock.ts'
import type { MessageKind } from '../../delivery/messages/messages.ts'
import type { Context } from '../../handler.ts'
import type { Budget } from '../../limits/limits.ts'
import { PassportError } from '../../passport-error.ts'
import type { Verification } from '../../verification/verification-store.ts'

/** What sending a code needs to know about the call. */
export type SendContext = Pick<
  Context,
  'services' | 'app' | 'caller' | 'now' | 'language' | 'logId'
>

/** How a code is sent where it is not the usual message. */
export interface SendOptions {
  /** Reads the code out in a call. */
  isVoice?: boolean
  /** The second verification that the code is for. */
  verification?: Verification | undefined
}

/**
 * Stores a code and the message that carries it. The statements are the same for known and unknown
 * addresses; only the text differs. @throws code_type_error, code_frequency, too_often.
 */
export async function sendCodeTo(
  context: SendContext,
  target: Target,
  type: number,
  options: SendOptions = {},
): Promise<void> {
  const kind = codeType(type)
  if (kind === undefined || !isFor(kind, target.channel)) throw new PassportError('code_type_error')
  const { accounts, codes: rules, limits, log, outbox, stores, verifications } = context.services
  const { verification, isVoice = false } = options
  const key = rules.keyFor(context.app.aid, target, type)
  await stores.tx(async (tx) => {
    const account = await accounts.findByTarget(tx, target)
    const message = messageFor(kind.purpose, account !== undefined)
    const isOpen = !message.endsWith('_unknown')
    const code = await rules.issue(tx.codes, key, context.now, isOpen)
    await limits.spend(tx.counters, budgets(context, key.target))
    if (verification !== undefined) await verifications.sent(tx.verifications, verification)
    await outbox.post(
      tx.outbox,
      isVoice && isOpen ? 'voice_code' : message,
      target,
      context.language,
      isOpen ? code : '',
    )
  })
  log.codeAsked(context.logId, type, isVoice ? 'voice' : target.channel)
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

function budgets({ services: { config }, caller }: SendContext, target: string): Budget[] {
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
  const refusal = 'code_frequency'
  return [
    { ...hour(target, config.CODES_PER_TARGET_HOUR), refusal },
    { ...day(target, config.CODES_PER_TARGET_DAY), refusal },
    hour(caller.prefix, config.CODES_PER_ADDRESS_HOUR),
    day(caller.prefix, config.CODES_PER_ADDRESS_DAY),
    ...(caller.webId === '' ? [] : [hour(caller.webId, config.CODES_PER_WEB_ID_HOUR)]),
  ]
}
