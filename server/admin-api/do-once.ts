import { DAY_MS } from '../lib/clock.ts'
import type { Services } from '../services/services.ts'
import type { AdminContext } from './handler.ts'
import { fieldProblem, ProblemError } from './problem-error.ts'

const KEY_KEPT_MS = DAY_MS

/**
 * Does work in a transaction, once for the Idempotency-Key of the call, if it has one. Returns the id of
 * the account that the work is done to. @throws ProblemError if the key was used for another request
 */
export async function doOnce(
  { services, token, header, digestOf }: AdminContext,
  request: unknown,
  work: (tx: Services) => Promise<string>,
): Promise<string> {
  const key = header('idempotency-key')
  if (key === undefined) return await services.transaction(work)
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw fieldProblem('Idempotency-Key', 'format', 'It has 1 to 255 of the signs ! to ~ of ASCII.')
  }
  const requestDigest = digestOf(request)
  return await services.transaction(async (tx) => {
    const repeated = await claimKey(tx, { tokenId: token.id, key, requestDigest })
    if (repeated !== undefined) return repeated
    const accountId = await work(tx)
    await tx.adminTokens.finishKey(token.id, key, accountId)
    return accountId
  })
}

// Returns the account that the key was used for. @throws ProblemError if it was another request
async function claimKey(
  { adminTokens, clock }: Services,
  used: { tokenId: string; key: string; requestDigest: string },
): Promise<string | undefined> {
  const now = clock()
  const { tokenId, key, requestDigest } = used
  await adminTokens.dropKey(tokenId, key, now)
  const row = { ...used, accountId: null, expiresAt: now + KEY_KEPT_MS }
  if (await adminTokens.insertKey(row)) return undefined
  const known = await adminTokens.findKey(tokenId, key)
  if (known?.requestDigest === requestDigest) {
    if (known.accountId !== null) return known.accountId
    throw new ProblemError('conflict', { detail: 'The account of the key is erased.' })
  }
  throw fieldProblem('Idempotency-Key', 'used', 'The key was sent with another request.')
}
