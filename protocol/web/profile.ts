import {
  array,
  assign,
  enums,
  max,
  min,
  number,
  object,
  optional,
  partial,
  size,
  string,
} from 'superstruct'
import { endpoint, SLOW_REQUEST_TIMEOUT_MS } from '../endpoint.ts'
import { ownAccount } from '../families.ts'
import { aid, nonEmptyText, flag, seconds, webUri, wholeNumber, anyText } from '../fields.ts'
import { firstPage, listOf, pageOf, paging } from '../lists.ts'
import { user } from '../objects.ts'
import {
  limitedProfileFields,
  profileFieldNames,
  profileInputs,
  sensitiveProfileFields,
  suggestedProfileFields,
} from '../profile-fields.ts'

export const updateUser = endpoint({
  operation: 'user_update',
  description:
    'Changes profile fields of the account that is signed in. `field` with `value` is another way to send one field. `remaining_update_times` lists the remaining changes. `avatar` and `bg_img` take the `web_uri` of an own or a default picture.',
  paths: ownAccount('user/update', 'update/user_info'),
  payload: assign(
    partial(object(profileInputs)),
    object({
      field: optional(enums(profileFieldNames)),
      field_namespace: optional(enums(['user'])),
      value: optional(size(string(), 0, 1024)),
    }),
  ),
  sensitive: [...sensitiveProfileFields, 'value'],
  session: 'required',
  reply: user,
  errors: ['text_refused', 'name_taken', 'no_updates_left', 'image_not_found'],
})

export const uploadAvatar = endpoint({
  operation: 'upload_avatar',
  description:
    'Sets the avatar from a JPEG, PNG, WebP or GIF picture of at most 10 MiB in the multipart field `avatar`, cropped to a square and re-encoded without metadata.',
  paths: { ...ownAccount('upload_avatar'), root: ['api/web/user/update/upload_avatar'] },
  body: 'multipart',
  payload: object({}),
  session: 'required',
  reply: object({ web_uri: nonEmptyText, url: nonEmptyText }),
  errors: ['file_type', 'file_size', 'no_updates_left'],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const uploadPicture = endpoint({
  operation: 'upload_pic',
  description:
    'Stores a picture from the multipart field `pic`, resized to at most 1600 pixels and re-encoded like an avatar. Only its owner can see a sensitive one. An account has at most 20, and stores as many in a day; older ones are deleted.',
  paths: ownAccount('upload_pic'),
  body: 'multipart',
  payload: object({
    is_sensitive: flag,
    /** `web_uri` of an own picture to replace. */
    key: optional(webUri),
  }),
  defaults: { is_sensitive: 0 },
  session: 'required',
  reply: object({ web_uri: nonEmptyText, url: nonEmptyText }),
  errors: ['file_type', 'file_size', 'too_often'],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const checkDefaultInfo = endpoint({
  operation: 'check_default_info',
  description:
    'Returns whether the account still has its initial display name, and whether it has no avatar or a default one.',
  methods: ['GET', 'POST'],
  paths: ownAccount('check_default_info'),
  payload: object({}),
  session: 'required',
  reply: object({ is_default_name: flag, is_default_avatar: flag }),
})

const pictures = pageOf(object({ web_uri: nonEmptyText, url: nonEmptyText }))

export const defaultAvatarList = endpoint({
  operation: 'default_avatar_list',
  description: 'Lists the default avatars.',
  methods: ['GET', 'POST'],
  paths: ownAccount('default_avatar_list/:aid'),
  payload: object({ aid, ...paging }),
  defaults: firstPage,
  reply: pictures,
})

export const defaultBackgroundList = endpoint({
  operation: 'default_background_list',
  description: 'Lists the default backgrounds.',
  methods: ['GET', 'POST'],
  paths: ownAccount('default_background_list/:aid'),
  payload: object({ aid, ...paging }),
  defaults: firstPage,
  reply: pictures,
})

export const recommendName = endpoint({
  operation: 'recommend_name',
  description:
    'Suggests display names in the language of the caller, or with `field=user_unique_name` free usernames.',
  methods: ['GET', 'POST'],
  paths: ownAccount('recommend_name'),
  payload: object({
    count: min(max(wholeNumber, 20), 1),
    field: enums(suggestedProfileFields),
  }),
  defaults: { count: 5, field: 'name' },
  session: 'required',
  reply: object({ list: array(nonEmptyText) }),
})

export const remainingUpdateTimes = endpoint({
  operation: 'remaining_update_times',
  description:
    'Lists the limited profile fields with their remaining changes (`remaining` of `most`) and the time when the count resets.',
  paths: ownAccount('remaining_update_times'),
  payload: object({
    field: optional(enums(limitedProfileFields)),
    ...paging,
  }),
  session: 'required',
  ...listOf(object({ field: anyText, remaining: number(), most: number(), reset_at: seconds })),
})

export const getImage = endpoint({
  operation: 'image',
  description:
    'Returns a picture as WebP. A sensitive one exists only for the session of its owner.',
  methods: ['GET', 'POST'],
  paths: ownAccount('image/:key'),
  payload: object({ key: webUri, is_sensitive: flag }),
  defaults: { is_sensitive: 0 },
  session: 'optional',
  navigation: true,
  reply: object({}),
  errors: ['image_not_found'],
})
