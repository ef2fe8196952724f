import { setAvatar } from '../profiles/avatars.ts'
import { addPicture } from '../profiles/pictures.ts'
import { object } from 'superstruct'
import type { Received, Reply } from '#protocol/endpoint.ts'
import * as endpoints from '#protocol/web/profile.ts'
import { hasDefaultName } from '../accounts/names.ts'
import { DAY_SECONDS } from '../lib/clock.ts'
import { signedIn } from '../calls/call.ts'
import type { Context, Handlers } from './handler.ts'
import type { Upload } from '../http/request-body.ts'
import { validateFields } from '../http/validate-fields.ts'
import { PassportError } from '../lib/passport-error.ts'
import { defaultKeys, isDefaultKey, type DefaultKind } from '../profiles/defaults.ts'
import { recommendNames, recommendUsernames } from '../profiles/recommend.ts'
import { limitedFields, remainingUpdates, countUpdates } from '../profiles/update-limits.ts'
import { describeLinkedAccounts } from '../linked-accounts/linked-account-info.ts'
import { pageOf, type Paging } from '../lib/paging.ts'
import { changeProfile } from '../profiles/change-profile.ts'
import { describeUser } from '../sign-in/sign-in.ts'

/** Handlers of `protocol/web/profile.ts`. */
export const profile = {
  updateUser: async (call, context) => {
    const account = await changeProfile(context, { ...call, ...oneField(call) })
    const user = describeUser(context, account, { sessionExpiresAt: signedIn(context).expiresAt })
    return { ...user, connects: await describeLinkedAccounts(context, account.id) }
  },

  uploadAvatar: async (_call, context) => {
    const { accountId } = signedIn(context)
    const { pictures } = context.services
    const { bytes } = uploadOf(context, 'avatar')
    const key = await setAvatar(context.services, accountId, bytes, context.signal(), (tx) =>
      countUpdates(tx, accountId, ['avatar'], context.now),
    )
    return { web_uri: key, url: pictures.urlOf(key) }
  },

  uploadPicture: async (call, context) => {
    const { accountId } = signedIn(context)
    const { config, pictures } = context.services
    const { bytes } = uploadOf(context, 'pic')
    const isSensitive = call.is_sensitive === 1
    const options = { isSensitive, replaces: call.key }
    const key = await addPicture(context.services, accountId, bytes, options, context.signal())
    const { aid } = context.app
    return {
      web_uri: key,
      url: isSensitive
        ? `${config.PUBLIC_ORIGIN}/passport/web/image/${key}?aid=${aid}`
        : pictures.urlOf(key),
    }
  },

  checkDefaultInfo: (_call, context) => {
    const { account } = signedIn(context)
    const { avatarKey } = account
    return {
      is_default_name: hasDefaultName(account, context.services.config.PRODUCT_NAME) ? 1 : 0,
      is_default_avatar: avatarKey === null || isDefaultKey(avatarKey) ? 1 : 0,
    }
  },

  defaultAvatarList: (call, context) => listDefaults(context, 'avatar', call),
  defaultBackgroundList: (call, context) => listDefaults(context, 'background', call),

  recommendName: async (call, context) => ({
    list:
      call.field === 'name'
        ? recommendNames(context.language, call.count)
        : await recommendUsernames(context.services.profiles, call.count),
  }),

  remainingUpdateTimes: async (call, context) => {
    const { accountId } = signedIn(context)
    const fields = call.field === undefined ? limitedFields : [call.field]
    const list = await remainingUpdates(context.services, accountId, fields, context.now)
    return pageOf(list, call)
  },

  getImage: async (call, context) => {
    const { pictures } = context.services
    const shown = await pictures.find(call.key, context.session?.accountId)
    if (shown === undefined) throw new PassportError('image_not_found')
    const isPrivate = shown.isSensitive || call.is_sensitive === 1
    context.answerWith({
      type: 'image/webp',
      body: shown.bytes,
      headers: {
        // Never shared: the reply may carry cookies.
        'cache-control': isPrivate ? 'private, no-store' : `private, max-age=${DAY_SECONDS}`,
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': isPrivate ? 'same-site' : 'cross-origin',
      },
    })
    return {}
  },
} satisfies Handlers<typeof endpoints>

/** The one part that came as `field` and `value`, read by the same rules. */
function oneField(call: Received<typeof endpoints.updateUser>): object {
  if (call.field === undefined) return {}
  const struct = endpoints.updateUser.payload.schema[call.field]
  return validateFields({ [call.field]: call.value ?? '' }, object({ [call.field]: struct }))
}

function uploadOf({ upload }: Context, field: string): Upload {
  if (upload === undefined) {
    throw new PassportError('bad_parameter', { fields: [{ field, rule: 'required' }] })
  }
  if (upload.truncated) throw new PassportError('file_size')
  return upload
}

function listDefaults(
  context: Context,
  kind: DefaultKind,
  paging: Paging,
): Reply<typeof endpoints.defaultAvatarList> {
  const { pictures } = context.services
  const list = defaultKeys(kind).map((key) => ({ web_uri: key, url: pictures.urlOf(key) }))
  return pageOf(list, paging)
}
