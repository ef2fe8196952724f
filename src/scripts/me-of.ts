import type { User } from '#protocol/objects.ts'
import { readMe, type Me } from './me.ts'

/**
 * Returns the facts about a person that pages show. Replies of calls do not name the organization, so
 * without one the stored organization stays.
 */
export function meOf(user: User, organization?: string): Me {
  return {
    name: user.name,
    address: user.email || user.mobile || user.user_unique_name,
    picture: user.avatar_url,
    acting: user.login_subject_uid === undefined ? '' : (organization ?? readMe()?.acting ?? ''),
  }
}
