import type { Reply } from '#protocol/endpoint.ts'
import type { User } from '#protocol/objects.ts'
import type * as endpoints from '#protocol/web/open-sign-in.ts'
import { toRecipient } from '../accounts/recipients.ts'
import { noSession } from '../calls/call.ts'
import { lastSentType } from '../codes/check-code.ts'
import { PassportError } from '../lib/passport-error.ts'
import { answerRequest, recordShown } from '../oauth/answer-request.ts'
import { findRequest } from '../oauth/pending-request.ts'
import { loginByCode } from '../sign-in/code-login.ts'
import { loginByPassword } from '../sign-in/password-login.ts'
import { signInWithProvider } from '../sign-in/provider-login.ts'
import { OPEN_BY_GET, sendRequestedCode } from './codes.ts'
import type { Context, Handlers } from './handler.ts'
import { readLogin } from './login.ts'
import { readOpenRequest } from '../oauth/authorization-request.ts'
import { requireOwnPage } from '../apps/require-origin.ts'

/** Type of the code that a POST sends to somebody who answers an authorization request. */
const OPEN_TYPE = 26

/** Handlers of `protocol/web/open-sign-in.ts`. */
export const openSignIn = {
  openSendCode: async ({ auth_ticket: ticket, ...payload }, context) => {
    requireOwnPage(context)
    const isByGet = context.method === 'GET'
    // A link must not make a browser send codes: GET has no other protection.
    if (isByGet && context.header('sec-fetch-site') === 'cross-site') {
      throw new PassportError('csrf_error')
    }
    if (isByGet || ticket !== undefined) await findRequest(context, ticket ?? '')
    const type = isByGet ? OPEN_BY_GET : OPEN_TYPE
    if (payload.type !== undefined && payload.type !== type) {
      throw new PassportError('code_type_error')
    }
    return await sendRequestedCode({ ...payload, type }, context)
  },

  openSms: async (payload, context) => {
    const recipient = toRecipient(payload, context.params.a_region)
    const type = payload.type ?? (await lastSentType(context, recipient, OPEN_TYPE))
    return await signInAndAnswer(context, payload, () =>
      loginByCode(context, recipient, {
        code: payload.code,
        type,
        unknown: 'refuse',
        need_frozen_user: 0,
        next: undefined,
      }),
    )
  },

  openAccount: (payload, context) =>
    signInAndAnswer(context, payload, () =>
      loginByPassword(context, readLogin(payload, context.params.a_region), {
        password: payload.password,
        need_frozen_user: 0,
      }),
    ),

  openThirdParty: (payload, context) =>
    signInAndAnswer(context, payload, () => signInWithProvider(context, payload, 'refuse')),
} satisfies Handlers<typeof endpoints>

// The request is read before the proof is used up, so that an expired one costs nobody a code.
async function signInAndAnswer(
  context: Context,
  payload: {
    auth_ticket: string
    scopes?: string | undefined
    user_identity_id?: string | undefined
  },
  signIn: () => Promise<User>,
): Promise<Reply<typeof endpoints.openAccount>> {
  requireOwnPage(context)
  const { services } = context
  const waiting = await findRequest(context, payload.auth_ticket)
  const request = await readOpenRequest(context, waiting.params)
  const user = await signIn()
  const { openedToken } = context.progress
  const session = openedToken === '' ? undefined : await services.sessions.find(openedToken)
  if (session === undefined) throw noSession()
  await recordShown(services, waiting, request, session)
  const { address, code } = await answerRequest(context, request, waiting, {
    action: 'allow',
    session,
    scopes: (payload.scopes ?? '').split(/[\s,]+/),
    identityId: payload.user_identity_id ?? '0',
  })
  return {
    ...user,
    redirect_url: address,
    iss: services.config.PUBLIC_ORIGIN,
    ...(code !== undefined && { code }),
    ...(request.state !== undefined && { state: request.state }),
  }
}
