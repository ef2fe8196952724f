import type { logoutForm } from '#protocol/forms.ts'
import { nextOf, type FormHandler } from './form.ts'
import { endSession, clearSessionCookies } from '../sign-in/sign-out.ts'

/** `/form/logout`: ends the session. */
export const logout: FormHandler<typeof logoutForm> = async (form, context) => {
  const { sessionToken } = context
  if (sessionToken !== undefined) await endSession(context, sessionToken)
  clearSessionCookies(context)
  return { redirect: nextOf(context, form.next, '/sign-out') }
}
