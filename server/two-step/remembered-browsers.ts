import { randomBytes } from 'node:crypto'
import type { Call } from '../calls/call.ts'
import type { Config } from '../config/config.ts'
import { readTokens, REMEMBERED_COOKIE, rememberedCookie } from '../http/cookies.ts'
import { DAY_MS, type Clock } from '../lib/clock.ts'
import { describeDevice } from '../lib/describe-device.ts'
import { hashToken, makeToken } from '../lib/tokens.ts'
import type { RememberedBrowserRepository } from '../store/remembered-browser-repository.ts'

/** Time for which a browser is not asked again. */
export const REMEMBERED_MS = 30 * DAY_MS

/** Browsers whose owner is not asked for what account or policy want besides the first proof. */
export type RememberedBrowsers = ReturnType<typeof createRememberedBrowsers>

export function createRememberedBrowsers(repository: RememberedBrowserRepository, clock: Clock) {
  return {
    of: repository.of,
    remove: repository.remove,
    forget: repository.forget,
    forgetAll: repository.forgetAll,
    /** Remembers a browser; returns the value of its cookie. */
    remember: async (accountId: string, userAgent: string): Promise<string> => {
      const token = makeToken()
      const now = clock()
      await repository.insert({
        tokenHash: hashToken(token),
        id: randomBytes(16).toString('base64url'),
        accountId,
        device: describeDevice(userAgent),
        createdAt: now,
        lastUsedAt: 0,
        expiresAt: now + REMEMBERED_MS,
      })
      return token
    },
    /** Returns whether a browser with this Cookie header is remembered for the account. */
    knows: async (accountId: string, cookies: string | undefined): Promise<boolean> => {
      const hashes = readTokens(cookies, REMEMBERED_COOKIE).map(hashToken)
      return hashes.length > 0 && (await repository.use(accountId, hashes, clock()))
    },
  }
}

/** Remembers the browser of a call in a transaction, after both proofs. */
export async function rememberBrowser(
  {
    caller,
    services,
    setCookie,
  }: Pick<Call<{ config: Config }>, 'caller' | 'services' | 'setCookie'>,
  tx: { rememberedBrowsers: RememberedBrowsers },
  accountId: string,
): Promise<void> {
  const token = await tx.rememberedBrowsers.remember(accountId, caller.userAgent)
  setCookie(rememberedCookie(services.config, token, REMEMBERED_MS / 1000))
}
