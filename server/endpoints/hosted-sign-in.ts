import { pagePath } from '../lib/page-path.ts'
import { is } from 'superstruct'
import { pathIn } from '#protocol/families.ts'
import * as endpoints from '#protocol/web/hosted-sign-in.ts'
import { toSeconds } from '../lib/clock.ts'
import { errorText } from '../lib/error-text.ts'
import { signedIn } from '../calls/call.ts'
import type { Context, Handlers } from './handler.ts'
import { PassportError } from '../lib/passport-error.ts'
import { renderHostEnd, renderHostProblem } from '../forms/host-end.ts'
import {
  requireRegistered,
  issueExchangeCode,
  EXCHANGE_CODE_MS,
  redeemExchangeCode,
  type ExchangeRequest,
} from '../sso/exchange-code.ts'
import { describeUser } from '../sign-in/sign-in.ts'

/** Handlers of `protocol/web/hosted-sign-in.ts`. */
export const hostedSignIn = {
  hostSignIn: async (call, context) => {
    const { config } = context.services
    try {
      const opener = openerOf(context, call.opener_origin)
      const wish = readWish(context, call)
      if (context.session === undefined) {
        context.redirect(signInPage(context, wish, opener))
        return {}
      }
      const given = await issueExchangeCode(context, context.session, wish)
      if (opener === undefined) context.redirect(given.redirect_url)
      else context.answerWith(renderHostEnd(config, context.language, { ...given, opener }))
    } catch (error) {
      if (!(error instanceof PassportError)) throw error
      const problem = errorText(error.error, context.language)
      context.answerWith(renderHostProblem(config, context.language, problem), error)
    }
    return {}
  },

  hostCode: async (call, context) => {
    const given = await issueExchangeCode(context, signedIn(context), call)
    return { ...given, expire_time: toSeconds(context.now + EXCHANGE_CODE_MS) }
  },

  redeemHostCode: async (call, context) => {
    const account = await redeemExchangeCode(context, call)
    return { ...describeUser(context, account), iss: context.services.config.PUBLIC_ORIGIN }
  },
} satisfies Handlers<typeof endpoints>

function readWish(
  context: Context,
  { code_challenge_method: method = 'S256', ...call }: Record<string, string | undefined>,
): ExchangeRequest {
  const wish = {
    redirect_uri: call.redirect_uri ?? '',
    state: call.state,
    code_challenge: call.code_challenge ?? '',
  }
  requireRegistered(context, wish.redirect_uri)
  if (is({ ...wish, code_challenge_method: method }, endpoints.hostCode.payload)) return wish
  throw new PassportError('bad_parameter')
}

// Only a page of the application may be told who signed in.
function openerOf({ app }: Context, origin: string | undefined): string | undefined {
  if (origin === undefined || origin === '') return undefined
  if (app.origins.includes(origin)) return origin
  throw new PassportError('redirect_mismatch')
}

// Whoever has signed in there comes back to this very address.
function signInPage(context: Context, wish: ExchangeRequest, opener: string | undefined): string {
  const [tail = ''] = endpoints.hostSignIn.paths.web ?? []
  const query = new URLSearchParams({
    aid: String(context.app.aid),
    language: context.language,
    redirect_uri: wish.redirect_uri,
    ...(wish.state === undefined ? {} : { state: wish.state }),
    code_challenge: wish.code_challenge,
    ...(opener === undefined ? {} : { opener_origin: opener }),
  })
  const next = `${pathIn('web', tail)}?${query.toString()}`
  return `${pagePath('/login', context.language)}?${new URLSearchParams({ next }).toString()}`
}
