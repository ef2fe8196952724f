import type { MethodsFor } from '#protocol/sign-in-methods.ts'
import { SITE_AID } from '#protocol/site-app.ts'
import { pagePath } from '../lib/page-path.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Services } from '../services/services.ts'
import { requireShown } from '../sessions/require-shown.ts'
import { openSession, type SignedIn } from '../sign-in/sign-in.ts'
import type { LiveSession } from '../store/session-repository.ts'
import type { FormAnswer, FormContext } from './form.ts'

/** Returns the session of a form. @throws open_account_changed */
export async function findSession(context: FormContext): Promise<LiveSession | undefined> {
  const { progress, services, sessionToken, shownUser } = context
  if (sessionToken === undefined) return undefined
  progress.session = await services.sessions.find(sessionToken)
  requireShown(services, context, progress.session, shownUser)
  return progress.session
}

/** Works with the session of a form; without one, the answer leads to sign in and back to `address`. */
export async function withSession(
  context: FormContext,
  address: string,
  work: (session: LiveSession) => Promise<FormAnswer>,
): Promise<FormAnswer> {
  const session = await findSession(context)
  if (session !== undefined) return await work(session)
  return { redirect: signInAddress(context, address) }
}

/** Returns the address of a plain form in the language and application of the request, and what it leads to. */
export function formAddress({ app, language }: FormContext, path: string, next = ''): string {
  const query = new URLSearchParams({
    ...(app.aid !== SITE_AID && { aid: String(app.aid) }),
    language,
    ...(next !== '' && { next }),
  })
  return `${path}?${query.toString()}`
}

/** Opens a session in the transaction of a proof, and gives the browser a CSRF token for it. */
export async function openFormSession(
  context: FormContext,
  prove: (tx: Services) => Promise<SignedIn>,
  secondMethod: MethodsFor<'second'> | undefined,
): Promise<void> {
  const { session } = await openSession(
    {
      ...context,
      aid: context.app.aid,
      source: 'web',
      cookies: context.header('cookie'),
      secondMethod,
    },
    context.operation,
    prove,
  )
  context.bindCsrf(session.hash)
}

/**
 * Returns where to sign in and come back from. With a session, `login` asks whether to continue with it, and
 * `recent` for a proof as if there were none.
 */
export function signInAddress(
  { language, services }: FormContext,
  next: string,
  prompt?: 'login' | 'recent',
): string {
  const query = new URLSearchParams({ next, ...(prompt !== undefined && { prompt }) })
  return `${services.config.SITE_ORIGIN}${pagePath('/login', language)}?${query.toString()}`
}

/** Returns whether a form failed because the person has to sign in anew. */
export function needsSignIn(error: unknown): boolean {
  return (
    error instanceof PassportError &&
    (error.error === 'session_expired' || error.error === 'ticket_expired')
  )
}
