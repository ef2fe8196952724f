import { object, optional } from 'superstruct'
import { endpoint, SLOW_REQUEST_TIMEOUT_MS } from '../endpoint.ts'
import { ownAccount } from '../families.ts'
import { displayName, filled } from '../fields.ts'
import { user } from '../objects.ts'

export const updateUser = endpoint({
  operation: 'user_update',
  about: 'Changes the name of the person signed in.',
  paths: ownAccount('user/update'),
  payload: object({ name: optional(displayName) }),
  sensitive: ['name'],
  session: 'required',
  reply: user,
  errors: ['session_expired', 'text_refused'],
})

export const uploadAvatar = endpoint({
  operation: 'upload_avatar',
  about:
    'Takes a JPEG, PNG, WebP or GIF picture of at most 2 MiB in the multipart field `avatar`, cuts it to a square, re-encodes it without metadata and makes it the avatar.',
  paths: ownAccount('upload_avatar'),
  body: 'multipart',
  payload: object({}),
  session: 'required',
  reply: object({ web_uri: filled, url: filled }),
  errors: ['session_expired', 'file_type', 'file_size'],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})
