import {
  listProviders as listOffered,
  type OfferedProvider,
} from '../../widget/src/client/calls/providers.ts'
import { createClient } from '../../widget/src/client/index.ts'
import { accountOrigin } from '../lib/account-origin.ts'
import { site } from '../site.ts'
import { pageLanguage } from './page-language.ts'

/** Fetches the providers of the account server. */
export async function listProviders(): Promise<OfferedProvider[]> {
  const client = createClient({ aid: site.aid, language: pageLanguage(), server: accountOrigin() })
  return await listOffered(client.send)
}
