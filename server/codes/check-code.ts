import { codeType, codeTypes, isFor, type CodeTypeNumber } from '#protocol/code-types.ts'
import type { Call } from '../calls/call.ts'
import type { Config } from '../config/config.ts'
import { HOUR_MS, SECOND_MS } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { RateLimits } from '../limits/limits.ts'
import type { Recipient } from '../store/recipient.ts'
import type { CodeAttempts } from './code-attempts.ts'
import type { Codes, Proof } from './codes.ts'

/** Services that this module needs. */
export interface CheckCodeServices {
  codeAttempts: CodeAttempts
  codes: Codes
  config: Config
  rateLimits: RateLimits
}

/** What a check of a code needs to know about the call. */
export type CodeContext = Pick<
  Call<CheckCodeServices>,
  'services' | 'app' | 'caller' | 'now' | 'operation'
>

/**
 * Checks a code for the operation of the call; it is used up by `codes.use`. @throws
 * code_type_error, code_type_mismatch for a code of another purpose, code_error, code_expired,
 * account_limited for an address that was guessed at, or too_often for one that guesses.
 */
export async function checkCode(
  context: CodeContext,
  recipient: Recipient,
  type: number,
  code: string,
): Promise<Proof> {
  const { codeAttempts, codes, config, rateLimits } = context.services
  const kind = codeType(type)
  if (kind === undefined || !isFor(kind, recipient.channel)) {
    throw new PassportError('code_type_error')
  }
  if (!kind.operations.includes(context.operation)) throw new PassportError('code_type_mismatch')
  const budget = `wrong code ${context.caller.prefix}`
  if ((await rateLimits.read(budget)) >= config.WRONG_CODES_PER_ADDRESS_HOUR) {
    throw new PassportError('too_often', { retry_after: HOUR_MS / SECOND_MS })
  }
  const guessed = codeAttempts.keyFor(recipient)
  const wrong = await codeAttempts.ensureOpen(guessed)
  try {
    const key = codes.keyFor(context.app.aid, recipient, type)
    const proof = await codes.check(key, code)
    if (wrong > 0) await codeAttempts.clear([guessed])
    return proof
  } catch (error) {
    await rateLimits.count(budget, HOUR_MS)
    if (error instanceof PassportError && error.error === 'code_error')
      await codeAttempts.fail(guessed)
    throw error
  }
}

/**
 * Which code a caller means that names no type: the one sent last to this address, of those that the
 * operation takes, or `usual` where there is none.
 */
export async function lastSentType(
  { services, app, operation }: CodeContext,
  recipient: Recipient,
  usual: CodeTypeNumber,
): Promise<number> {
  const types = Object.keys(codeTypes)
    .map(Number)
    .filter((type) => {
      const kind = codeType(type)
      return kind && isFor(kind, recipient.channel) && kind.operations.includes(operation)
    })
  const { codes } = services
  const last = await codes.lastType(codes.keyFor(app.aid, recipient, usual), types)
  return last ?? usual
}
