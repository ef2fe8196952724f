import type { Account } from '../../widget/src/client/calls/account.ts'
import { readMe, type Me } from './me.ts'

/**
 * Returns the facts about a person that pages show. Replies of calls do not name the organization, so
 * without one the stored organization stays.
 */
export function meOf(account: Account, organization?: string): Me {
  return {
    name: account.name,
    address: account.email || account.mobile || account.username,
    picture: account.pictureUrl,
    acting: account.organizationId === '' ? '' : (organization ?? readMe()?.acting ?? ''),
  }
}
