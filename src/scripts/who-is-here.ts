import type { MembershipInfo } from '#protocol/objects.ts'
import { identityLogin, listIdentities } from '#protocol/web/identity.ts'
import { accountInfo } from '#protocol/web/login.ts'
import { tellActing } from '../../widget/src/acting.ts'
import { createClient, PassportError, type Client } from '../../widget/src/client/index.ts'
import { accountOrigin } from '../lib/account-origin.ts'
import { site } from '../site.ts'
import { meOf } from './me-of.ts'
import type { Me } from './me.ts'
import { pageLanguage } from './page-language.ts'

/** The signed-in person and their memberships, themself first. */
export interface CurrentPerson {
  me: Me
  memberships: readonly MembershipInfo[]
}

/** The person whose session this browser has; undefined without a session. */
export async function whoIsHere(): Promise<CurrentPerson | undefined> {
  const client = makeClient()
  try {
    const [user, { list }] = await Promise.all([
      client.send(accountInfo, { get_info_type: 2 }),
      client.send(listIdentities, { page_size: 100 }),
    ])
    const current = list.find((one) => one.current === 1)
    return { me: meOf(user, current?.subject_name), memberships: list }
  } catch (error) {
    if (error instanceof PassportError && error.name === 'session_expired') return undefined
    throw error
  }
}

/** Lets this browser act for an organization, or for the person themself. */
export async function actAs(membership: MembershipInfo): Promise<Me> {
  const { subject_uid: id, user_identity_id, subject_name: name } = membership
  const user = await makeClient().send(identityLogin, { login_subject_uid: id, user_identity_id })
  tellActing(accountOrigin(), { id, name })
  return meOf(user, name)
}

function makeClient(): Client {
  return createClient({ aid: site.aid, language: pageLanguage(), server: accountOrigin() })
}
