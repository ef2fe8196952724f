import { hash } from 'node:crypto'
import { is, object, optional, size, string } from 'superstruct'
import { pathIn } from '#protocol/families.ts'
import { hostSignIn } from '#protocol/web/hosted-sign-in.ts'
import { CONSOLE_AID, CONSOLE_RETURN_PATH } from '../apps/apps.ts'
import type { Caller } from '../calls/call.ts'
import { readCookies } from '#protocol/read-cookies.ts'
import { MINUTE_MS } from '../lib/clock.ts'
import { equalInConstantTime } from '../lib/constant-time.ts'
import { PassportError } from '../lib/passport-error.ts'
import { makeToken } from '../lib/tokens.ts'
import type { Services } from '../services/services.ts'
import { redeemExchangeCode, type Redeemed } from '../sso/exchange-code.ts'
import { levelOf } from '../two-step/levels.ts'
import { isRecentlyAuthenticated } from '../two-step/step-up.ts'
import { cookieWriter, type ConsoleSessions } from './console-sessions.ts'
import type { Answer } from './exchange.ts'
import type { ConsoleExchange } from './page.ts'
import { Refusal } from './refusal.ts'

/** Ties a sign-in to the browser that began it: state, verifier and the path to come back to. */
const COOKIE = 'passport_console_sign_in'
const COOKIE_SECONDS = (10 * MINUTE_MS) / 1000
const MAX_NEXT = 1000

const answered = object({ code: string(), state: string(), iss: string() })

/** Signs operators in by the account server's own page. */
export function createSignIn(
  services: Services,
  sessions: ConsoleSessions,
  callerOf: (request: ConsoleExchange['request']) => Caller,
) {
  const { config } = services
  const { CONSOLE_ORIGIN, PUBLIC_ORIGIN } = config
  const redirectUri = CONSOLE_ORIGIN + CONSOLE_RETURN_PATH
  const write = cookieWriter(config)
  const [tail = ''] = hostSignIn.paths.web ?? []

  async function redeem(code: string, verifier: string): Promise<Redeemed> {
    const app = await services.apps.find(CONSOLE_AID)
    if (app === undefined) throw new Refusal('signIn')
    const input = { auth_code: code, code_verifier: verifier, redirect_uri: redirectUri }
    try {
      return await redeemExchangeCode({ app, services }, input)
    } catch (error) {
      throw error instanceof PassportError ? new Refusal('signIn') : error
    }
  }

  return {
    /** Leads to the sign-in page of the account server. */
    begin: ({ language, query }: ConsoleExchange): Answer => {
      const [state, verifier] = [makeToken(), makeToken()]
      const next = Buffer.from(safePath(query.next)).toString('base64url')
      const address = `${PUBLIC_ORIGIN}${pathIn('web', tail)}?${new URLSearchParams({
        aid: String(CONSOLE_AID),
        language,
        prompt: 'recent',
        redirect_uri: redirectUri,
        state,
        code_challenge: hash('sha256', verifier, 'base64url'),
      }).toString()}`
      const value = [state, verifier, next].join('.')
      const cookie = write(COOKIE, value, { sameSite: 'lax', maxAge: COOKIE_SECONDS })
      return { to: address, status: 302, cookies: [cookie] }
    },
    /** Opens the session. Answers with a page that goes on, because a redirect from elsewhere would not send its cookie. */
    finish: async ({ now, operator, query, request, texts }: ConsoleExchange): Promise<Answer> => {
      const [kept = ''] = readCookies(request.headers.cookie, write.nameOf(COOKIE))
      const [state = '', verifier = '', next = ''] = kept.split('.')
      if (!is(query, answered) || state === '') throw new Refusal('signIn')
      const isOurs = equalInConstantTime(query.state, state) && query.iss === PUBLIC_ORIGIN
      if (!isOurs) throw new Refusal('signIn')
      const person = await redeem(query.code, verifier)
      const { account, provedAt, sessionId } = person
      if ((await services.operators.find(account.id)) === undefined || account.state !== 'active') {
        throw new Refusal('notOperator')
      }
      if (levelOf(person) < 2) throw new Refusal('level')
      if (sessionId === undefined || !isRecentlyAuthenticated({ now }, person)) {
        throw new Refusal('old')
      }
      const cookie = await services.transaction(async (tx) => {
        const actor = { actor: account.id, address: callerOf(request).address }
        const entry = { action: 'sign-in', target: account.id, reason: '', detail: '' }
        await tx.operatorRecord.note({ ...entry, ...actor })
        if (operator !== undefined) await tx.consoleSessions.end(operator.hash)
        return await sessions.open(tx, { accountId: account.id, sessionId, provedAt })
      })
      const to = safePath(Buffer.from(next, 'base64url').toString())
      const page = {
        title: texts.signedIn,
        links: [{ href: to, text: texts.proceed, isNext: true }],
      }
      const used = write(COOKIE, '', { sameSite: 'lax', maxAge: 0 })
      return { page, cookies: [cookie, used], headers: { refresh: `0; url=${to}` } }
    },
  }
}

const nextText = optional(size(string(), 1, MAX_NEXT))

/** Returns a path of the console; the start page in place of anything else. */
function safePath(next: unknown): string {
  if (!is(next, nextText) || next === undefined) return '/'
  const url = URL.parse(next, 'http://console.invalid')
  const isPath = url?.origin === 'http://console.invalid' && /^\/(?![/\\])/.test(next)
  return isPath ? url.pathname + url.search : '/'
}
