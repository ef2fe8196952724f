import type * as endpoints from '#protocol/web/binding.ts'
import { maskEmail, maskMobile, toEmail, toMobile } from '../accounts/recipients.ts'
import {
  addAddress,
  changeAddress,
  moveAddress,
  findAddressToMove,
  removeAddress,
} from '../addresses/addresses.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Recipient } from '../store/recipient.ts'
import type { Context, Handlers } from './handler.ts'

/** Handlers of `protocol/web/binding.ts`. */
export const binding = {
  mobileBind: async (payload, context) => {
    const recipient = toMobile(payload.mobile, context.params.a_region)
    await addAddress(context, recipient, payload.code, { ...payload, mayMove: mayMove(payload) })
    return { mobile: maskMobile(recipient.address) }
  },
  emailBind: async (payload, context) => {
    const recipient = toEmail(payload.email)
    await addAddress(context, recipient, payload.code, { ...payload, mayMove: mayMove(payload) })
    return { email: maskEmail(recipient.address) }
  },

  mobileUnbind: async (payload, context) => {
    await removeAddress(context, 'mobile', payload)
    return {}
  },
  emailUnbind: async (payload, context) => {
    await removeAddress(context, 'email', payload)
    return {}
  },

  mobileSwitchBind: async (payload, context) => {
    const recipient =
      payload.mobile === undefined ? undefined : toMobile(payload.mobile, context.params.a_region)
    return { mobile: maskMobile(await switchBind(context, 'mobile', recipient, payload)) }
  },
  emailSwitchBind: async (payload, context) => {
    const recipient = payload.email === undefined ? undefined : toEmail(payload.email)
    return { email: maskEmail(await switchBind(context, 'email', recipient, payload)) }
  },

  mobileChange: async (payload, context) => {
    const recipient = toMobile(payload.mobile, context.params.a_region)
    await changeAddress(context, recipient, payload)
    return { mobile: maskMobile(recipient.address) }
  },
  emailChange: async (payload, context) => {
    const recipient = toEmail(payload.email)
    await changeAddress(context, recipient, payload)
    return { email: maskEmail(recipient.address) }
  },
} satisfies Handlers<typeof endpoints>

function mayMove(payload: { kick_other: 0 | 1; change_bind: 0 | 1 }): boolean {
  return payload.kick_other === 1 || payload.change_bind === 1
}

interface SwitchPayload {
  profile_key?: string | undefined
  code?: string | undefined
  ticket?: string | undefined
  unbind_exist: 0 | 1
  change_bind: 0 | 1
  sign_out_others: 0 | 1
}

/** Returns the moved address. */
async function switchBind(
  context: Context,
  channel: Recipient['channel'],
  recipient: Recipient | undefined,
  payload: SwitchPayload,
): Promise<string> {
  const options = { ...payload, mayMove: true }
  if (payload.change_bind === 0) throw new PassportError('switch_confirm_needed')
  if (recipient !== undefined) {
    if (payload.code === undefined) throw new PassportError('code_missing')
    await addAddress(context, recipient, payload.code, options)
    return recipient.address
  }
  const key = payload.profile_key ?? ''
  const provedRecipient = await findAddressToMove(context, channel, key)
  await moveAddress(context, provedRecipient, key, options)
  return provedRecipient.address
}
