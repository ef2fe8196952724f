import { codeType, isFor } from '#protocol/code-types.ts'
import type { Call } from '../calls/call.ts'
import type { Config } from '../config/config.ts'
import { DAY_MS, HOUR_MS } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { PassportError } from '../lib/passport-error.ts'
import { isInTestRanges } from '../lib/test-ranges.ts'
import type { RateLimit } from '../limits/limits.ts'
import type { App } from '../store/app-repository.ts'
import type { Recipient } from '../store/recipient.ts'
import type { TrustedDevices } from '../two-step/trusted-devices.ts'
import { canonicalMailbox } from './canonical-mailbox.ts'
import type { Codes } from './codes.ts'
import type { CodeSender } from './code-sender.ts'
import type { Verification } from '../store/schema/proofs.ts'

export interface SendCodeServices {
  codeSender: CodeSender
  codes: Codes
  config: Config
  log: Log
  trustedDevices: TrustedDevices
}

/** The parts of a call that sending a code needs. */
export type SendContext = Pick<
  Call<SendCodeServices>,
  'services' | 'app' | 'caller' | 'now' | 'language' | 'logId'
>

/** Options of sending a code. */
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
  const { codes, codeSender, log, trustedDevices } = context.services
  const { verification, isVoice = false } = options
  const browser = await trustedDevices.knownBrowser(recipient, context.caller.webId)
  const key = codes.keyFor(context.app.aid, recipient, type, browser)
  const testCode = testCodeOf(context.app, recipient)
  await codeSender.send({
    testCode,
    key,
    recipient,
    purpose: rules.purpose,
    language: context.language,
    isVoice,
    limits: limitsOf(context, recipient, browser),
    verification,
    logId: context.logId,
  })
  if (testCode !== undefined) {
    log.pino.warn(
      { logId: context.logId, aid: context.app.aid },
      'a test address got the fixed code',
    )
  }
  log.codeAsked(context.logId, type, isVoice ? 'voice' : recipient.channel)
}

/** Whether a code was not sent because one was a moment ago, which still works. */
export function isTooEarly(error: unknown): boolean {
  return (
    error instanceof PassportError && error.error === 'code_frequency' && error.data.not_sent !== 1
  )
}

/** Returns whether a code that was sent to an address for this browser still works. */
export async function hasCode(
  { services: { codes, trustedDevices }, app, caller }: SendContext,
  recipient: Recipient,
  type: number,
): Promise<boolean> {
  const browser = await trustedDevices.knownBrowser(recipient, caller.webId)
  const key = codes.keyFor(app.aid, recipient, type, browser)
  return (await codes.lastType(key, [type])) !== undefined
}

function testCodeOf({ settings }: App, { address }: Recipient): string | undefined {
  const { test_code: code, test_ranges: ranges } = settings
  return code !== '' && isInTestRanges(ranges, address) ? code : undefined
}

function limitsOf(
  { services: { codes, config }, app: { aid }, caller }: SendContext,
  recipient: Recipient,
  browser: string,
): RateLimit[] {
  const { recipient: mailbox } = codes.keyFor(aid, canonicalMailbox(recipient), 0, browser)
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
  const ofAddress = { refusal: 'code_frequency', of: 'address' } as const
  // A browser that the account knows is counted apart, so that others cannot use up its limit.
  const network = browser || caller.prefix
  const sender = browser === '' ? 'network' : 'browser'
  const share = browser === '' ? '' : 'known '
  return [
    { ...hour(mailbox, config.CODES_PER_TARGET_HOUR), ...ofAddress },
    { ...day(mailbox, config.CODES_PER_TARGET_DAY), ...ofAddress },
    { ...hour(network, config.CODES_PER_ADDRESS_HOUR), of: sender },
    { ...day(network, config.CODES_PER_ADDRESS_DAY), of: sender },
    ...(caller.webId === ''
      ? []
      : [{ ...hour(caller.webId, config.CODES_PER_WEB_ID_HOUR), of: 'browser' as const }]),
    { ...hour(`${share}app ${aid}`, config.CODES_PER_APP_HOUR), of: 'application' },
    ...(recipient.channel === 'mobile'
      ? [{ ...hour(`${share}texts`, config.TEXTS_PER_HOUR), of: 'texts' as const }]
      : []),
  ]
}
