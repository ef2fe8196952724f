import type { Recipient } from '../store/recipient.ts'
import type * as endpoints from '#protocol/web/binding.ts'
import { maskEmail, maskMobile, toEmail, toMobile } from '../accounts/recipients.ts'
import type { Context, Handlers } from './handler.ts'
import { PassportError } from '../lib/passport-error.ts'
import {
  addAddress,
  changeAddress,
  moveAddress,
  findAddressToMove,
  removeAddress,
} from '../addresses/addresses.ts'

/** Handlers of `protocol/web/binding.ts`. */
export const binding = {
  mobileBind: async (call, context) => {
    const recipient = toMobile(call.mobile, context.params.a_region)
    await addAddress(context, recipient, call.code, { ...call, mayMove: mayMove(call) })
    return { mobile: maskMobile(recipient.address) }
  },
  emailBind: async (call, context) => {
    const recipient = toEmail(call.email)
    await addAddress(context, recipient, call.code, { ...call, mayMove: mayMove(call) })
    return { email: maskEmail(recipient.address) }
  },

  mobileUnbind: async (call, context) => {
    await removeAddress(context, 'mobile', call)
    return {}
  },
  emailUnbind: async (call, context) => {
    await removeAddress(context, 'email', call)
    return {}
  },

  mobileSwitchBind: async (call, context) => {
    const recipient =
      call.mobile === undefined ? undefined : toMobile(call.mobile, context.params.a_region)
    return { mobile: maskMobile(await switchBind(context, 'mobile', recipient, call)) }
  },
  emailSwitchBind: async (call, context) => {
    const recipient = call.email === undefined ? undefined : toEmail(call.email)
    return { email: maskEmail(await switchBind(context, 'email', recipient, call)) }
  },

  mobileChange: async (call, context) => {
    const recipient = toMobile(call.mobile, context.params.a_region)
    await changeAddress(context, recipient, call)
    return { mobile: maskMobile(recipient.address) }
  },
  emailChange: async (call, context) => {
    const recipient = toEmail(call.email)
    await changeAddress(context, recipient, call)
    return { email: maskEmail(recipient.address) }
  },
} satisfies Handlers<typeof endpoints>

function mayMove(call: { kick_other: 0 | 1; change_bind: 0 | 1 }): boolean {
  return call.kick_other === 1 || call.change_bind === 1
}

interface Switch {
  profile_key?: string | undefined
  code?: string | undefined
  ticket?: string | undefined
  unbind_exist: 0 | 1
  change_bind: 0 | 1
  sign_out_others: 0 | 1
}

/** Answers the address that was moved. */
async function switchBind(
  context: Context,
  channel: Recipient['channel'],
  recipient: Recipient | undefined,
  call: Switch,
): Promise<string> {
  const choice = { ...call, mayMove: true }
  if (call.change_bind === 0) throw new PassportError('switch_confirm_needed')
  if (recipient !== undefined) {
    if (call.code === undefined) throw new PassportError('code_missing')
    await addAddress(context, recipient, call.code, choice)
    return recipient.address
  }
  const key = call.profile_key ?? ''
  const proved = await findAddressToMove(context, channel, key)
  await moveAddress(context, proved, key, choice)
  return proved.address
}
