import type { Reply } from '#protocol/endpoint.ts'
import { listPlatforms } from '#protocol/web/providers.ts'
import { createClient } from '../../widget/src/client/index.ts'
import { accountOrigin } from '../lib/account-origin.ts'
import { site } from '../site.ts'
import { pageLanguage } from './page-language.ts'

/** Fetches the providers of the account server. */
export async function listProviders(): Promise<Reply<typeof listPlatforms>['list']> {
  const client = createClient({ aid: site.aid, language: pageLanguage(), server: accountOrigin() })
  return (await client.send(listPlatforms, {})).list
}
