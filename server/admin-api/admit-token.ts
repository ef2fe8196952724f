import type { Caller } from '../calls/call.ts'
import { inRanges } from '../lib/address.ts'
import { MINUTE_MS, SECOND_MS, wasWithin } from '../lib/clock.ts'
import { hashToken } from '../lib/tokens.ts'
import { createFloodGuard } from '../limits/flood.ts'
import type { Services } from '../services/services.ts'
import { batched, type BatchLimits } from '../store/batching.ts'
import { isAdminToken } from './admin-token-text.ts'
import { ProblemError } from './problem-error.ts'
import type { AdminToken } from '../store/schema/applications.ts'

const READS: BatchLimits = { maxSize: 32, concurrency: 2 }
const CALLS_PER_SECOND = 50
const WRONG_PER_MINUTE = 20
const TOUCH_EVERY_MS = MINUTE_MS

/**
 * Returns the function that finds the token of a request. A token that is wrong, ended, expired or used
 * from another network is refused alike. @throws ProblemError
 */
export function createTokenGuard({
  adminTokens,
  clock,
  rateLimits,
}: Pick<Services, 'adminTokens' | 'clock' | 'rateLimits'>) {
  const find = batched(READS, async (hashes: readonly string[]) => {
    const tokens = await adminTokens.byHashes([...new Set(hashes)])
    return hashes.map((hash) => tokens.find((token) => token.hash === hash))
  })
  const waitFor = createFloodGuard(CALLS_PER_SECOND, clock, SECOND_MS)

  async function refuse({ prefix }: Caller): Promise<never> {
    const limit = { key: `admin token ${prefix}`, max: WRONG_PER_MINUTE, windowMs: MINUTE_MS }
    const retryAfter = await rateLimits.take([limit])
    if (retryAfter === undefined) throw new ProblemError('invalid_token')
    throw new ProblemError('too_many_requests', { retryAfter })
  }

  return async (authorization: string | undefined, caller: Caller): Promise<AdminToken> => {
    if (authorization === undefined) throw new ProblemError('invalid_token')
    const text = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''
    const token = isAdminToken(text) ? await find(hashToken(text)) : undefined
    const now = clock()
    if (token === undefined || token.endedAt !== 0 || token.expiresAt <= now) {
      return await refuse(caller)
    }
    if (!isFromNetwork(token, caller)) return await refuse(caller)
    const retryAfter = waitFor('', token.id)
    if (retryAfter !== undefined) throw new ProblemError('too_many_requests', { retryAfter })
    if (!wasWithin(token.lastUsedAt, now, TOUCH_EVERY_MS)) await adminTokens.touch(token.id, now)
    return token
  }
}

function isFromNetwork({ networks }: AdminToken, { address }: Caller): boolean {
  return networks === '' || inRanges(networks.split(','))(address)
}
