import { accountInfo } from '#protocol/web/login.ts'
import { createClient, PassportError } from '../../widget/src/client/index.ts'
import { accountOrigin } from '../lib/account-origin.ts'
import { site } from '../site.ts'
import { meOf } from './me-of.ts'
import type { Me } from './me.ts'
import { pageLanguage } from './page-language.ts'

/** Fetches the signed-in person; undefined without a session. */
export async function whoIsHere(): Promise<Me | undefined> {
  const client = createClient({ aid: site.aid, language: pageLanguage(), server: accountOrigin() })
  try {
    const user = await client.send(accountInfo, { get_info_type: 2 })
    return meOf(user)
  } catch (error) {
    if (error instanceof PassportError && error.name === 'session_expired') return undefined
    throw error
  }
}
