import { is } from 'superstruct'
import { displayName } from '#protocol/fields.ts'
import type { accountForm } from '#protocol/forms.ts'
import { PassportError } from '../lib/passport-error.ts'
import { timeText } from '../lib/time-text.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import type { Form, Page } from '../pages/page.ts'
import { changeProfile } from '../profiles/change-profile.ts'
import { revokeSession } from '../sign-in/sign-out.ts'
import type { LiveSession } from '../store/session-repository.ts'
import {
  buttonForm,
  hiddenFields,
  problemOf,
  signInPageLink,
  type FormContext,
  type FormHandler,
} from './form.ts'
import { formAddress, withSession } from './session.ts'
import type { Session } from '../store/schema/accounts.ts'

const PATH = '/form/account'

/** Devices that the page lists; those used last come first. */
const MAX_DEVICES = 20

/** Page about the account of the person. */
export const showAccount: FormHandler<typeof accountForm> = (_form, context) =>
  withSession(context, PATH, async (session) => ({ page: await accountPage(context, session, {}) }))

/** `/form/account`: changes the name, or ends a session. */
export const account: FormHandler<typeof accountForm> = (form, context) =>
  withSession(context, PATH, async (session) => {
    const { name } = form
    try {
      if (form.session_id !== undefined) await revokeSession(context, session, form.session_id)
      if (name !== undefined) await rename(context, session, name)
      return { redirect: formAddress(context, PATH) }
    } catch (error) {
      const problem = problemOf(error, context.language)
      return { page: await accountPage(context, session, { problem, name }) }
    }
  })

async function rename(context: FormContext, session: LiveSession, name: string): Promise<void> {
  if (!is(name, displayName)) throw new PassportError('text_refused')
  await changeProfile({ ...context, session }, { name })
}

async function accountPage(
  context: FormContext,
  session: LiveSession,
  { name = session.account.name, ...state }: Pick<Page, 'problem'> & { name?: string | undefined },
): Promise<Page> {
  const { language, services } = context
  const { ownAccount: messages, name: label } = pageMessages[language]
  const page = { offset: 0, limit: MAX_DEVICES }
  const { list } = await services.sessions.list(session, page)
  const own = list.find(({ id }) => id === session.id)
  const nameForm: Form = {
    action: PATH,
    hidden: hiddenFields(context, {}),
    fields: [
      {
        name: 'name',
        label,
        value: name,
        type: 'text',
        autocomplete: 'name',
        isWrong: state.problem !== undefined,
      },
    ],
    buttons: [{ text: messages.save }],
  }
  const signOut: Form = {
    ...buttonForm(context, '/form/logout', { text: messages.signOut, look: 'quiet' }),
    question: messages.thisDevice(own?.name || own?.device || ''),
  }
  return {
    title: messages.title,
    text: messages.as(session.account.name),
    ...state,
    forms: [
      nameForm,
      signOut,
      ...list.filter((one) => one !== own).map((one) => endForm(context, one)),
    ],
    links: [
      {
        href: signInPageLink(context, '/reset-password', formAddress(context, PATH)),
        text: messages.password,
      },
      { href: formAddress(context, '/form/identity'), text: messages.organizations },
    ],
  }
}

function endForm(context: FormContext, session: Session): Form {
  const { ownAccount: messages } = pageMessages[context.language]
  return {
    ...buttonForm(context, PATH, { text: messages.end, look: 'quiet' }, { session_id: session.id }),
    question: messages.device(
      session.name || session.device,
      session.address,
      timeText(session.lastSeenAt, context.language),
    ),
  }
}
