import { codeType, isFor, type Channel } from '#protocol/code-types.ts'
import type { Call } from '../calls/call.ts'
import type { Config } from '../config/config.ts'
import { DAY_MS, HOUR_MS } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { RateLimit } from '../limits/limits.ts'
import type { CodeKey } from '../store/code-repository.ts'
import type { Recipient } from '../store/recipient.ts'
import type { Verification } from '../store/verification-repository.ts'
import type { Codes } from './codes.ts'
import type { CodeSender } from './code-sender.ts'

/** Services that this module needs. */
export interface SendCodeServices {
  codeSender: CodeSender
  codes: Codes
  config: Config
  log: Log
}

/** The parts of a call that sending a code needs. */
export type SendContext = Pick<
  Call<SendCodeServices>,
  'services' | 'app' | 'caller' | 'now' | 'language' | 'logId'
>

/** How a code is sent. */
export interface SendOptions {
  /** Whether the code is read out in a voice call. */
  isVoice?: boolean
  /** The two-step verification that the code is for. */
  verification?: Verification | undefined
}

/** Sends a code within the rate limits. @throws code_type_error, code_frequency, too_often */
export async function sendCodeTo(
  context: SendContext,
  recipient: Recipient,
  type: number,
  options: SendOptions = {},
): Promise<void> {
  const rules = codeType(type)
  if (rules === undefined || !isFor(rules, recipient.channel)) {
    throw new PassportError('code_type_error')
  }
  const { codes, codeSender, log } = context.services
  const { verification, isVoice = false } = options
  const key = codes.keyFor(context.app.aid, recipient, type)
  await codeSender.send({
    key,
    recipient,
    purpose: rules.purpose,
    language: context.language,
    isVoice,
    limits: limitsOf(context, key, recipient.channel),
    verification,
  })
  log.codeAsked(context.logId, type, isVoice ? 'voice' : recipient.channel)
}

function limitsOf(
  { services: { config }, caller }: SendContext,
  { aid, recipient }: CodeKey,
  channel: Channel,
): RateLimit[] {
  const hour = (key: string, max: number): RateLimit => ({
    key: `codes/h ${key}`,
    max,
    windowMs: HOUR_MS,
  })
  const day = (key: string, max: number): RateLimit => ({
    key: `codes/d ${key}`,
    max,
    windowMs: DAY_MS,
  })
  const refusal = 'code_frequency'
  return [
    { ...hour(recipient, config.CODES_PER_TARGET_HOUR), refusal },
    { ...day(recipient, config.CODES_PER_TARGET_DAY), refusal },
    hour(caller.prefix, config.CODES_PER_ADDRESS_HOUR),
    day(caller.prefix, config.CODES_PER_ADDRESS_DAY),
    ...(caller.webId === '' ? [] : [hour(caller.webId, config.CODES_PER_WEB_ID_HOUR)]),
    hour(`app ${aid}`, config.CODES_PER_APP_HOUR),
    ...(channel === 'mobile' ? [hour('texts', config.TEXTS_PER_HOUR)] : []),
  ]
}
