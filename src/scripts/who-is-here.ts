import { tellActing } from '../../widget/src/base/acting.ts'
import { fetchAccount, toAccount } from '../../widget/src/client/calls/account.ts'
import {
  actAs as actAsMembership,
  listMemberships,
  type Membership,
} from '../../widget/src/client/calls/memberships.ts'
import { createClient, PassportError, type Client } from '../../widget/src/client/index.ts'
import { accountOrigin } from '../lib/account-origin.ts'
import { site } from '../site.ts'
import { meOf } from './me-of.ts'
import type { Me } from './me.ts'
import { pageLanguage } from './page-language.ts'

/** The signed-in person and their memberships, themself first. */
export interface CurrentPerson {
  me: Me
  memberships: readonly Membership[]
}

/** The person whose session this browser has; undefined without a session. */
export async function whoIsHere(): Promise<CurrentPerson | undefined> {
  const { send } = makeClient()
  try {
    const [account, memberships] = await Promise.all([
      fetchAccount(send),
      listMemberships(send, { withFrozen: false }),
    ])
    const current = memberships.find(({ isCurrent }) => isCurrent)
    const hasOrganization = memberships.length > 1
    return { me: meOf(account, { current, hasOrganization }), memberships }
  } catch (error) {
    if (error instanceof PassportError && error.name === 'session_expired') return undefined
    throw error
  }
}

/** Lets this browser act for an organization, or for the person themself. */
export async function actAs(membership: Membership): Promise<Me> {
  const { organizationId: id, organizationName: name } = membership
  const user = await actAsMembership(makeClient().send, membership)
  tellActing(accountOrigin(), { id, name })
  return meOf(toAccount(user), { current: membership })
}

function makeClient(): Client {
  return createClient({ aid: site.aid, language: pageLanguage(), server: accountOrigin() })
}
