import type * as rows from '#protocol/web/binding.ts'
import { maskEmail, maskMobile, toEmail, toMobile, type Recipient } from '../accounts/recipients.ts'
import type { Context, Handlers } from './handler.ts'
import { PassportError } from '../lib/passport-error.ts'
import {
  bindAddress,
  changeAddress,
  moveAddress,
  peekMove,
  unbindAddress,
} from '../addresses/addresses.ts'

/** Handlers of `protocol/web/binding.ts`. */
export const binding = {
  mobileBind: async (call, context) => {
    const target = toMobile(call.mobile, context.params.a_region)
    await bindAddress(context, target, call.code, { ...call, mayMove: mayMove(call) })
    return { mobile: maskMobile(target.address) }
  },
  emailBind: async (call, context) => {
    const target = toEmail(call.email)
    await bindAddress(context, target, call.code, { ...call, mayMove: mayMove(call) })
    return { email: maskEmail(target.address) }
  },

  mobileUnbind: async (call, context) => {
    await unbindAddress(context, 'mobile', call)
    return {}
  },
  emailUnbind: async (call, context) => {
    await unbindAddress(context, 'email', call)
    return {}
  },

  mobileSwitchBind: async (call, context) => {
    const target =
      call.mobile === undefined ? undefined : toMobile(call.mobile, context.params.a_region)
    return { mobile: maskMobile(await switchBind(context, 'mobile', target, call)) }
  },
  emailSwitchBind: async (call, context) => {
    const target = call.email === undefined ? undefined : toEmail(call.email)
    return { email: maskEmail(await switchBind(context, 'email', target, call)) }
  },

  mobileChange: async (call, context) => {
    const target = toMobile(call.mobile, context.params.a_region)
    await changeAddress(context, target, call)
    return { mobile: maskMobile(target.address) }
  },
  emailChange: async (call, context) => {
    const target = toEmail(call.email)
    await changeAddress(context, target, call)
    return { email: maskEmail(target.address) }
  },
} satisfies Handlers<typeof rows>

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
  target: Recipient | undefined,
  call: Switch,
): Promise<string> {
  const choice = { ...call, mayMove: true }
  if (call.change_bind === 0) throw new PassportError('switch_confirm_needed')
  if (target !== undefined) {
    if (call.code === undefined) throw new PassportError('code_missing')
    await bindAddress(context, target, call.code, choice)
    return target.address
  }
  const key = call.profile_key ?? ''
  const proved = await peekMove(context, channel, key)
  await moveAddress(context, proved, key, choice)
  return proved.address
}
