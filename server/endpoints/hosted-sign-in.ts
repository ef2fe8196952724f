import { is } from 'superstruct'
import { pathIn } from '#protocol/families.ts'
import * as endpoints from '#protocol/web/hosted-sign-in.ts'
import { brandOf } from '../apps/brand.ts'
import { requireAppSecret } from '../apps/require-app-secret.ts'
import { signedIn } from '../calls/call.ts'
import { toSeconds } from '../lib/clock.ts'
import { errorText } from '../lib/error-text.ts'
import { pagePath } from '../lib/page-path.ts'
import { PassportError } from '../lib/passport-error.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import { problemPage } from '../pages/problem-page.ts'
import { popupEndPage } from '../pages/signed-in-pages.ts'
import { describeUser } from '../sign-in/sign-in.ts'
import { levelAddress } from '../lib/level-address.ts'
import { levelOfUse } from '../two-step/demands.ts'
import { acrOf, amrOf, levelOf } from '../two-step/levels.ts'
import { isRecentlyAuthenticated } from '../two-step/step-up.ts'
import {
  requireRegistered,
  issueExchangeCode,
  EXCHANGE_CODE_MS,
  redeemExchangeCode,
  type ExchangeRequest,
} from '../sso/exchange-code.ts'
import type { Context, Handlers } from './handler.ts'

/** Handlers of `protocol/web/hosted-sign-in.ts`. */
export const hostedSignIn = {
  hostSignIn: async (payload, context) => {
    const { config } = context.services
    const brand = brandOf(config, context.app.settings)
    try {
      const opener = openerOf(context, payload.opener_origin)
      const request = readRequest(context, payload)
      const asksFirst = payload.prompt === 'login'
      if (context.session === undefined || asksFirst) {
        context.redirect(signInPage(context, request, { opener, asksFirst }))
        return {}
      }
      const level = levelOfUse(context)
      const isOld =
        payload.prompt === 'recent' && !isRecentlyAuthenticated(context, context.session)
      if (levelOf(context.session) < level || isOld) {
        const next = hostAddress(context, fieldsOf(context, request, opener))
        context.redirect(levelAddress(context, level, next, { isOld }))
        return {}
      }
      const issued = await issueExchangeCode(context, context.session, request)
      if (opener === undefined) context.redirect(issued.redirect_url)
      else context.answerWith(popupEndPage(config, brand, context.language, { ...issued, opener }))
    } catch (error) {
      if (!(error instanceof PassportError)) throw error
      const problem = errorText(error.error, context.language)
      const { hostedProblem: title } = pageMessages[context.language]
      const address = hostAddress(context, payload)
      const page = problemPage(config, context.language, problem, {
        title,
        brand,
        address,
        logId: context.logId,
      })
      context.answerWith(page, error)
    }
    return {}
  },

  hostCode: async (payload, context) => {
    const issued = await issueExchangeCode(context, signedIn(context), payload)
    return { ...issued, expire_time: toSeconds(context.now + EXCHANGE_CODE_MS) }
  },

  redeemHostCode: async (payload, context) => {
    if (context.app.settings.redeem_secret) await requireAppSecret(context)
    const owner = await redeemExchangeCode(context, payload)
    const showEmail = context.app.settings.share_email
    return {
      ...describeUser(context, owner.account, { showEmail }),
      iss: context.services.config.PUBLIC_ORIGIN,
      auth_time: toSeconds(owner.provedAt),
      amr: amrOf(owner),
      acr: acrOf(owner),
    }
  },
} satisfies Handlers<typeof endpoints>

function readRequest(
  context: Context,
  { code_challenge_method: method = 'S256', ...payload }: Record<string, string | undefined>,
): ExchangeRequest {
  const request = {
    redirect_uri: payload.redirect_uri ?? '',
    state: payload.state,
    code_challenge: payload.code_challenge ?? '',
  }
  requireRegistered(context, request.redirect_uri)
  if (is({ ...request, code_challenge_method: method }, endpoints.hostCode.payload)) return request
  throw new PassportError('bad_parameter')
}

// Only pages of the application may learn who signed in.
function openerOf({ app }: Context, origin: string | undefined): string | undefined {
  if (origin === undefined || origin === '') return undefined
  if (app.origins.includes(origin)) return origin
  throw new PassportError('redirect_mismatch')
}

// The sign-in page returns to this address.
function signInPage(
  context: Context,
  request: ExchangeRequest,
  { opener, asksFirst }: { opener: string | undefined; asksFirst: boolean },
): string {
  const next = hostAddress(context, fieldsOf(context, request, opener))
  return `${pagePath('/login', context.language)}?${new URLSearchParams({ next, ...(asksFirst ? { prompt: 'login' } : {}) }).toString()}`
}

function fieldsOf(
  { language, params }: Context,
  request: ExchangeRequest,
  opener: string | undefined,
): Record<string, string | undefined> {
  return {
    language,
    redirect_uri: request.redirect_uri,
    state: request.state,
    code_challenge: request.code_challenge,
    opener_origin: opener,
    required_level: params.required_level?.toString(),
  }
}

function hostAddress({ app }: Context, fields: Record<string, string | undefined>): string {
  const [tail = ''] = endpoints.hostSignIn.paths.web ?? []
  const query = new URLSearchParams({ aid: String(app.aid) })
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) query.set(name, value)
  }
  return `${pathIn('web', tail)}?${query.toString()}`
}
