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
import { firstPage, pageOf, paging } from '../lists.ts'
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
    'Changes parts of the profile of the person signed in; what is not sent stays. `field` with `value` is another way to send one of them. How often each part may be changed is in `remaining_update_times`. `avatar` and `bg_img` take the `web_uri` of a picture of one’s own or of a default one.',
  paths: ownAccount('user/update', 'update/user_info'),
  payload: assign(
    partial(object(profileInputs)),
    object({
      field: optional(enums(profileFieldNames)),
      /** The one namespace there is. */
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
    'Takes a JPEG, PNG, WebP or GIF picture of at most 2 MiB in the multipart field `avatar`, cuts it to a square, re-encodes it without metadata and makes it the avatar.',
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
    'Keeps a picture in the multipart field `pic`, at most 1600 pixels wide and high, re-encoded as an avatar is. Nobody but its owner sees one that is sensitive. The newest 20 of an account are kept.',
  paths: ownAccount('upload_pic'),
  body: 'multipart',
  payload: object({
    is_sensitive: flag,
    /** `web_uri` of a picture of one's own that this one replaces. */
    key: optional(webUri),
  }),
  defaults: { is_sensitive: 0 },
  session: 'required',
  reply: object({ web_uri: nonEmptyText, url: nonEmptyText }),
  errors: ['file_type', 'file_size'],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const checkDefaultInfo = endpoint({
  operation: 'check_default_info',
  description:
    'Tells whether the name is still the one the account began with, and whether the avatar is none of the person’s own: none at all, or one of the default ones.',
  methods: ['GET', 'POST'],
  paths: ownAccount('check_default_info'),
  payload: object({}),
  session: 'required',
  reply: object({ is_default_name: flag, is_default_avatar: flag }),
})

const pictures = pageOf(object({ web_uri: nonEmptyText, url: nonEmptyText }))

export const defaultAvatarList = endpoint({
  operation: 'default_avatar_list',
  description: 'Lists avatars that anybody may take.',
  methods: ['GET', 'POST'],
  paths: ownAccount('default_avatar_list/:aid'),
  payload: object({ aid, ...paging }),
  defaults: firstPage,
  reply: pictures,
})

export const defaultBackgroundList = endpoint({
  operation: 'default_background_list',
  description: 'Lists backgrounds that anybody may take.',
  methods: ['GET', 'POST'],
  paths: ownAccount('default_background_list/:aid'),
  payload: object({ aid, ...paging }),
  defaults: firstPage,
  reply: pictures,
})

export const recommendName = endpoint({
  operation: 'recommend_name',
  description:
    'Suggests names in the language of the caller, or with `field=user_unique_name` user names that are free.',
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
    'Tells how often each limited profile field may still be changed (`remaining` of `most`), and when the count starts again.',
  methods: ['GET', 'POST'],
  paths: ownAccount('remaining_update_times'),
  payload: object({
    field: optional(enums(limitedProfileFields)),
    ...paging,
  }),
  defaults: firstPage,
  session: 'required',
  reply: pageOf(object({ field: anyText, remaining: number(), most: number(), reset_at: seconds })),
})

export const getImage = endpoint({
  operation: 'image',
  description:
    'Answers the bytes of a picture as WebP. A sensitive one is for the session of its owner only; for everybody else it does not exist.',
  methods: ['GET', 'POST'],
  paths: ownAccount('image/:key'),
  payload: object({ key: webUri, is_sensitive: flag }),
  defaults: { is_sensitive: 0 },
  session: 'optional',
  navigation: true,
  reply: object({}),
  errors: ['image_not_found'],
})
