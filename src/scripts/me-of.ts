import type { User } from '#protocol/objects.ts'
import { readMe, type Me } from './me.ts'

/**
 * What pages show of a person. The reply of a call does not name the organization: where it is not
 * given, the one that was kept stays.
 */
export function meOf(user: User, organization?: string): Me {
  return {
    name: user.name,
    address: user.email || user.mobile || user.user_unique_name,
    picture: user.avatar_url,
    acting: user.login_subject_uid === undefined ? '' : (organization ?? readMe()?.acting ?? ''),
  }
}
