import type { logoutForm } from '#protocol/forms.ts'
import { nextOf, type FormHandler } from './form.ts'
import { clearedCookies } from '../steps/sign-in.ts'
import { endSession } from '../steps/sign-out.ts'

/** `/form/logout`: ends the session. */
export const logout: FormHandler<typeof logoutForm> = async (form, context) => {
  const { services, sessionToken } = context
  if (sessionToken !== undefined) await endSession(context, sessionToken)
  for (const cookie of clearedCookies(services)) context.setCookie(cookie)
  context.bindCsrf('')
  return { redirect: nextOf(context, form.next, '/sign-out') }
}
