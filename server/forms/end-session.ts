import { endSessionForm } from '#protocol/forms.ts'
import { pagePath } from '../lib/page-path.ts'
import { isOwnSession, readLogout, type LogoutRequest } from '../oauth/logout-request.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import { clearSessionCookies, endSession } from '../sign-in/sign-out.ts'
import { appSourceOf } from './authorize-page.ts'
import { buttonForm, type FormAnswer, type FormContext, type FormHandler } from './form.ts'
import { findSession } from './session.ts'

/** `/oauth/logout`: signs out at once for the client's own session, else asks. */
export const showEndSession: FormHandler<typeof endSessionForm> = async (form, context) => {
  const { language, services } = context
  const request = await readLogout(services, form)
  const session = await findSession(context)
  if (session === undefined) return leave(context, request)
  if (isOwnSession(services, request, session)) return await signOut(context, request)
  const { endSession: messages } = pageMessages[language]
  const { id_token_hint, client_id, post_logout_redirect_uri, state } = form
  const { email, mobile, name } = session.account
  return {
    page: {
      title: messages.title,
      text: request.client === undefined ? messages.text : messages.textOf(request.client.name),
      facts: [[messages.account, email ?? mobile ?? name]],
      ...(request.redirect !== undefined && appSourceOf(request.redirect)),
      forms: [
        buttonForm(
          context,
          endSessionForm.path,
          { text: messages.confirm },
          {
            id_token_hint,
            client_id,
            ...(request.redirect !== undefined && { post_logout_redirect_uri, state }),
          },
        ),
      ],
      links: [{ href: siteAddress(context, '/account-setting'), text: messages.stay }],
    },
  }
}

/** `/form/end-session`: signs out, because the person says so. */
export const finishEndSession: FormHandler<typeof endSessionForm> = async (form, context) =>
  await signOut(context, await readLogout(context.services, form))

async function signOut(context: FormContext, request: LogoutRequest): Promise<FormAnswer> {
  if (context.sessionToken !== undefined) await endSession(context, context.sessionToken)
  clearSessionCookies(context)
  return leave(context, request)
}

function leave(context: FormContext, { redirect }: LogoutRequest): FormAnswer {
  return { redirect: redirect ?? siteAddress(context, '/sign-out') }
}

function siteAddress({ language, services }: FormContext, path: string): string {
  return services.config.SITE_ORIGIN + pagePath(path, language)
}
