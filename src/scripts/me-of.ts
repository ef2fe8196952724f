import type { User } from '#protocol/objects.ts'
import type { Me } from './me.ts'

/** Returns what the header shows of a person. */
export function meOf(user: User): Me {
  return {
    name: user.name,
    address: user.email || user.mobile || user.user_unique_name,
    picture: user.avatar_url,
  }
}
