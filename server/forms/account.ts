import { is } from 'superstruct'
import { displayName } from '#protocol/fields.ts'
import type { accountForm } from '#protocol/forms.ts'
import { PassportError } from '../lib/passport-error.ts'
import { changeProfile } from '../profiles/change-profile.ts'
import { revokeSession } from '../sign-in/sign-out.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { ACCOUNT_PATH, accountPage } from './account-page.ts'
import { problemOf, type FormContext, type FormHandler } from './form.ts'
import { formAddress, withSession } from './session.ts'

/** Page about the account of the person. */
export const showAccount: FormHandler<typeof accountForm> = (_form, context) =>
  withSession(context, formAddress(context, ACCOUNT_PATH), async (session) => ({
    page: await accountPage(context, session, {}),
  }))

/** `/form/account`: changes the name, or ends a session. */
export const account: FormHandler<typeof accountForm> = (form, context) => {
  const address = formAddress(context, ACCOUNT_PATH)
  return withSession(context, address, async (session) => {
    const { name } = form
    try {
      if (form.session_id !== undefined) await revokeSession(context, session, form.session_id)
      if (name !== undefined) await rename(context, session, name)
      return { redirect: address }
    } catch (error) {
      const problem = problemOf(error, context)
      return { page: await accountPage(context, session, { problem, name }) }
    }
  })
}

async function rename(context: FormContext, session: LiveSession, name: string): Promise<void> {
  if (!is(name, displayName)) throw new PassportError('text_refused')
  await changeProfile({ ...context, session }, { name })
}
