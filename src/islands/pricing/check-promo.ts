import { checkPromoCode } from '../../../widget/src/client/calls/promo-codes.ts'
import { createClient, PassportError } from '../../../widget/src/client/index.ts'
import { accountOrigin } from '../../lib/account-origin.ts'
import type { Lang } from '../../lib/languages.ts'
import { site } from '../../site.ts'
import type { Promo } from '../../lib/prices.ts'

/** Fetches a promo code's discount; undefined for an invalid code. */
export async function checkPromo(lang: Lang, code: string): Promise<Promo | undefined> {
  const client = createClient({ aid: site.aid, language: lang, server: accountOrigin() })
  try {
    return await checkPromoCode(client.send, code)
  } catch (error) {
    if (error instanceof PassportError && error.name === 'promo_code_invalid') return undefined
    throw error
  }
}
