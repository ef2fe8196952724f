import type * as rows from '#protocol/web/registration.ts'
import { toEmail, toMobile } from '../../accounts/targets.ts'
import type { Handlers } from '../../handler.ts'
import { prepareAccount } from '../register.ts'
import { signIn } from '../sign-in.ts'

/** Handlers of `protocol/web/registration.ts`. */
export const registration = {
  mobileRegister: async (call, context) => {
    const target = toMobile(call.mobile, context.params.a_region)
    return await signIn(context, call.next, await prepareAccount(context, target, call))
  },
  emailRegister: async (call, context) => {
    const target = toEmail(call.email)
    return await signIn(context, call.next, await prepareAccount(context, target, call))
  },
} satisfies Handlers<typeof rows>
