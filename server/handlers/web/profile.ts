import type * as rows from '#protocol/web/profile.ts'
import { isReservedName } from '../../accounts/names.ts'
import { signedIn, type Handlers } from '../../handler.ts'
import { PassportError } from '../../passport-error.ts'
import { describeUser } from '../sign-in.ts'

/** Handlers of `protocol/web/profile.ts`. */
export const profile = {
  updateUser: async (call, context) => {
    const session = signedIn(context)
    const { config, stores } = context.services
    let { account } = session
    if (call.name !== undefined) {
      if (isReservedName(call.name, config.PRODUCT_NAME)) throw new PassportError('text_refused')
      await stores.accounts.setName(account.id, call.name)
      account = { ...account, name: call.name }
    }
    return describeUser(context, account, {
      isNew: false,
      sessionKey: '',
      sessionExpiresAt: session.expiresAt,
      redirectUrl: undefined,
      showEmail: false,
    })
  },

  uploadAvatar: async (_call, context) => {
    const { accountId } = signedIn(context)
    const { avatars } = context.services
    const { upload } = context
    if (upload === undefined) {
      throw new PassportError('bad_parameter', { fields: [{ field: 'avatar', rule: 'required' }] })
    }
    if (upload.truncated) throw new PassportError('file_size')
    const key = await avatars.set(accountId, upload.bytes, context.left())
    return { web_uri: key, url: avatars.urlOf(key) }
  },
} satisfies Handlers<typeof rows>
