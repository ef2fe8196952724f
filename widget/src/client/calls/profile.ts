import type { Reply } from '#protocol/endpoint.ts'
import * as endpoints from '#protocol/web/profile.ts'
import { toAccount, type Account } from './account.ts'
import { toRows } from './rows.ts'
import type { Send } from './send.ts'

/** What people change of their profile; pictures by their keys. */
interface ProfileChange extends Partial<
  Pick<Account, 'name' | 'username' | 'description' | 'gender' | 'birthday' | 'locale'>
> {
  picture?: string
  background?: string
}

export async function updateProfile(
  send: Send,
  { username, picture, background, ...change }: ProfileChange,
) {
  const call = { ...change, user_unique_name: username, avatar: picture, bg_img: background }
  return toAccount(await send(endpoints.updateUser, call))
}

/** Uploads a background picture and returns its key. */
export async function uploadBackground(send: Send, picture: Blob) {
  const files = { pic: picture }
  return (await send(endpoints.uploadPicture, {}, { files })).web_uri
}

/** A picture that the application offers. */
export type ReadyPicture = ReturnType<typeof toReadyPicture>

function toReadyPicture(wire: Reply<typeof endpoints.defaultAvatarList>['list'][number]) {
  return { key: wire.web_uri, url: wire.url }
}

/** Returns the profile or background pictures that an application offers. */
export async function listReadyPictures(send: Send, use: 'avatar' | 'background', aid: number) {
  const { defaultAvatarList, defaultBackgroundList } = endpoints
  const endpoint = use === 'avatar' ? defaultAvatarList : defaultBackgroundList
  return toRows(await send(endpoint, { aid, page_size: 100 }), toReadyPicture)
}

/** Suggests free usernames. */
export async function suggestUsernames(send: Send, count: number) {
  return (await send(endpoints.recommendName, { field: 'user_unique_name', count })).list
}

/** Remaining changes of a part of the profile. */
export interface Remaining {
  count: number
  /** Time when the count starts anew, in Unix seconds. */
  resetAt: number
}

export async function remainingChanges(send: Send) {
  const { list } = await send(endpoints.remainingUpdateTimes, {})
  return Object.fromEntries(
    list.map(({ field, remaining: count, reset_at: resetAt }) => [
      field === 'user_unique_name' ? 'username' : field,
      { count, resetAt },
    ]),
  )
}
