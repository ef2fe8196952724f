import { ChallengeClosed } from '../../widget/captcha/errors.ts'
import * as earlyAccess from '../../widget/src/client/calls/early-access.ts'
import * as promoCodes from '../../widget/src/client/calls/promo-codes.ts'
import { createClient, NetworkError, PassportError } from '../../widget/src/client/index.ts'
import type { Client } from '../../widget/src/client/index.ts'
import { accountOrigin } from '../lib/account-origin.ts'
import { site } from '../site.ts'
import { pageLanguage } from './page-language.ts'
import { networkMessage } from './network-message.ts'

/** Calls that forms of static pages make. */
export const calls = { ...earlyAccess, ...promoCodes }

/** Creates a client for a static page; a captcha opens over the page. */
export function createSiteClient(opener: HTMLElement, aid: number = site.aid): Client {
  const language = pageLanguage()
  return createClient({
    aid,
    language,
    server: accountOrigin(),
    openChallenge: async (decision) => {
      const [{ openChallenge }, react, jsxRuntime, reactDomClient] = await Promise.all([
        import('../../widget/captcha/index.ts'),
        import('react'),
        import('react/jsx-runtime'),
        import('react-dom/client'),
      ])
      await openChallenge(decision, {
        config: { aid, language, captchaHost: accountOrigin() },
        shared: { react, jsxRuntime, reactDomClient },
        opener,
      })
    },
  })
}

/** Returns the message for a failed call; empty if the person closed the captcha. */
export function describe(error: unknown, words: { offline?: string; failed?: string }): string {
  if (error instanceof ChallengeClosed) return ''
  if (error instanceof PassportError) return error.message
  if (error instanceof NetworkError) return networkMessage(words)
  reportError(error)
  return words.failed ?? ''
}
