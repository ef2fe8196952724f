import { limitedProfileFields } from '#protocol/profile-fields.ts'
import { object } from 'superstruct'
import type { Received, Reply } from '#protocol/endpoint.ts'
import * as endpoints from '#protocol/web/profile.ts'
import { hasDefaultName, productNamesOf } from '../names/names.ts'
import { signedIn } from '../calls/call.ts'
import { validateFields } from '../http/validate-fields.ts'
import { DAY_SECONDS } from '../lib/clock.ts'
import { pageOf, type Paging } from '../lib/paging.ts'
import { PassportError } from '../lib/passport-error.ts'
import { membershipOf } from '../organizations/membership-info.ts'
import { describeLinkedAccounts } from '../linked-accounts/linked-account-info.ts'
import { setAvatar } from '../profiles/avatars.ts'
import { changeProfile } from '../profiles/change-profile.ts'
import { defaultKeys, isDefaultKey, type DefaultKind } from '../profiles/defaults.ts'
import { addPicture } from '../profiles/pictures.ts'
import { recommendNames, recommendUsernames } from '../profiles/recommend.ts'
import { remainingUpdates } from '../profiles/update-limits.ts'
import { describeUser } from '../sign-in/sign-in.ts'
import type { Context, Handlers } from './handler.ts'
import { uploadOf } from './upload-of.ts'

/** Handlers of `protocol/web/profile.ts`. */
export const profile = {
  updateUser: async (payload, context) => {
    const account = await changeProfile(context, { ...payload, ...namedField(payload) })
    const session = signedIn(context)
    const user = describeUser(context, account, {
      sessionExpiresAt: session.expiresAt,
      membership: membershipOf(context, session),
    })
    return { ...user, connects: await describeLinkedAccounts(context, account.id) }
  },

  uploadAvatar: async (_payload, context) => {
    const { accountId } = signedIn(context)
    const { pictures } = context.services
    const { bytes } = uploadOf(context, 'avatar')
    const key = await setAvatar(context.services, accountId, bytes, context.signal())
    return { web_uri: key, url: pictures.urlOf(key) }
  },

  uploadPicture: async (payload, context) => {
    const { accountId } = signedIn(context)
    const { config, pictures } = context.services
    const { bytes } = uploadOf(context, 'pic')
    const isSensitive = payload.is_sensitive === 1
    const options = { isSensitive, replaces: payload.key }
    const key = await addPicture(context.services, accountId, bytes, options, context.signal())
    const { aid } = context.app
    return {
      web_uri: key,
      url: isSensitive
        ? `${config.PUBLIC_ORIGIN}/passport/web/image/${key}?aid=${aid}`
        : pictures.urlOf(key),
    }
  },

  checkDefaultInfo: (_payload, context) => {
    const { account } = signedIn(context)
    const { avatarKey } = account
    const productNames = productNamesOf(context.services.config, context.app)
    return {
      is_default_name: hasDefaultName(account, productNames) ? 1 : 0,
      is_default_avatar: avatarKey === null || isDefaultKey(avatarKey) ? 1 : 0,
    }
  },

  defaultAvatarList: (payload, context) => listDefaults(context, 'avatar', payload),
  defaultBackgroundList: (payload, context) => listDefaults(context, 'background', payload),

  recommendName: async (payload, context) => ({
    list:
      payload.field === 'name'
        ? recommendNames(context.language, payload.count)
        : await recommendUsernames(context.services.profiles, payload.count),
  }),

  remainingUpdateTimes: async (payload, context) => {
    const { accountId } = signedIn(context)
    const fields = payload.field === undefined ? limitedProfileFields : [payload.field]
    const list = await remainingUpdates(context.services, accountId, fields, context.now)
    return pageOf(list, payload)
  },

  getImage: async (payload, context) => {
    const { pictures } = context.services
    const picture = await pictures.find(payload.key, context.session?.accountId)
    if (picture === undefined) throw new PassportError('image_not_found')
    const isPrivate = picture.isSensitive || payload.is_sensitive === 1
    context.answerWith({
      type: 'image/webp',
      body: picture.bytes,
      headers: {
        // Always private, because the reply may set cookies.
        'cache-control': isPrivate ? 'private, no-store' : `private, max-age=${DAY_SECONDS}`,
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': isPrivate ? 'same-site' : 'cross-origin',
      },
    })
    return {}
  },
} satisfies Handlers<typeof endpoints>

/** Returns the field sent as `field` and `value`, validated like the others. */
function namedField(payload: Received<typeof endpoints.updateUser>): object {
  if (payload.field === undefined) return {}
  const struct = endpoints.updateUser.payload.schema[payload.field]
  return validateFields(
    { [payload.field]: payload.value ?? '' },
    object({ [payload.field]: struct }),
  )
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
