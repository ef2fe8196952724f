import type { logoutForm } from '#protocol/forms.ts'
import { nextOf, type FormHandler } from './form.ts'
import { hashToken } from '../../sessions/sessions.ts'
import { clearedCookies } from '../sign-in.ts'

/** `/form/logout`: ends the session. */
export const logout: FormHandler<typeof logoutForm> = async (form, context) => {
  const { services, sessionToken } = context
  if (sessionToken !== undefined) await services.stores.sessions.end(hashToken(sessionToken))
  for (const cookie of clearedCookies(services)) context.setCookie(cookie)
  context.bindCsrf('')
  return { redirect: nextOf(context, form.next, '/sign-out') }
}
