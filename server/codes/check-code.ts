import { codeType, codeTypes, isFor, type CodeTypeNumber } from '#protocol/code-types.ts'
import type { Call } from '../calls/call.ts'
import type { Config } from '../config/config.ts'
import { HOUR_MS, SECOND_MS } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { RateLimits } from '../limits/limits.ts'
import type { Recipient } from '../store/recipient.ts'
import type { TrustedDevices } from '../two-step/trusted-devices.ts'
import type { CodeAttempts } from './code-attempts.ts'
import type { Codes, Proof } from './codes.ts'

export interface CheckCodeServices {
  codeAttempts: CodeAttempts
  codes: Codes
  config: Config
  rateLimits: RateLimits
  trustedDevices: TrustedDevices
}

/** The parts of a call that checking a code needs. */
export type CodeContext = Pick<
  Call<CheckCodeServices>,
  'services' | 'app' | 'caller' | 'now' | 'operation'
>

/**
 * Compares a code for the operation of the call and counts the attempt; `codes.use` uses it up.
 * @throws code_type_error, code_type_mismatch, code_error, code_expired, code_superseded, account_limited, too_often
 */
export async function checkCode(
  context: CodeContext,
  recipient: Recipient,
  type: number,
  code: string,
): Promise<Proof> {
  const { codeAttempts, codes, config, rateLimits, trustedDevices } = context.services
  const rules = codeType(type)
  if (rules === undefined || !isFor(rules, recipient.channel)) {
    throw new PassportError('code_type_error')
  }
  if (!rules.operations.includes(context.operation)) throw new PassportError('code_type_mismatch')
  // Strangers use up neither the limits nor the codes of a browser that the account knows.
  const browser = await trustedDevices.knownBrowser(recipient, context.caller.webId)
  const networkLimit = `wrong code ${browser || context.caller.prefix}`
  if ((await rateLimits.read(networkLimit, HOUR_MS)) >= config.WRONG_CODES_PER_ADDRESS_HOUR) {
    const limit = browser === '' ? 'network' : 'browser'
    throw new PassportError('too_often', { retry_after: HOUR_MS / SECOND_MS }, { limit })
  }
  const recipientLimit = codeAttempts.keyFor(recipient, browser)
  const failures = await codeAttempts.requireOpen(recipientLimit)
  try {
    const key = codes.keyFor(context.app.aid, recipient, type, browser)
    const proof = await codes.check(key, code)
    if (failures > 0) await codeAttempts.clear([recipientLimit])
    return proof
  } catch (error) {
    if (isSuperseded(error)) throw error
    await rateLimits.count(networkLimit, HOUR_MS)
    if (error instanceof PassportError && error.error === 'code_error') {
      await codeAttempts.fail(recipientLimit)
    }
    throw error
  }
}

/** Whether somebody typed the code of an earlier message, which is no guess. */
export function isSuperseded(error: unknown): boolean {
  return error instanceof PassportError && error.error === 'code_superseded'
}

/** Returns the type of the code sent last that the operation accepts, or `fallback` without one. */
export async function lastSentType(
  { services, app, caller, operation }: CodeContext,
  recipient: Recipient,
  fallback: CodeTypeNumber,
): Promise<number> {
  const types = Object.keys(codeTypes)
    .map(Number)
    .filter((type) => {
      const rules = codeType(type)
      return rules && isFor(rules, recipient.channel) && rules.operations.includes(operation)
    })
  const { codes, trustedDevices } = services
  const browser = await trustedDevices.knownBrowser(recipient, caller.webId)
  const last = await codes.lastType(codes.keyFor(app.aid, recipient, fallback, browser), types)
  return last ?? fallback
}
