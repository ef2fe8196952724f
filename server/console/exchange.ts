import type { FastifyReply, FastifyRequest } from 'fastify'
import { siteLanguages, type SiteLanguage } from '#protocol/languages.ts'
import { readCookies } from '#protocol/read-cookies.ts'
import { rejectionFor } from '../calls/to-rejection.ts'
import { createLogId } from '../http/log-id.ts'
import { emptyFields, givenFields, type Fields } from '../http/parse-fields.ts'
import { preferredLanguage } from '../http/preferred-language.ts'
import { pathOf, readQuery } from '../http/request-url.ts'
import { addRetryAfter } from '../http/retry-after.ts'
import { YEAR_SECONDS } from '../lib/clock.ts'
import { errorText } from '../lib/error-text.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Page } from '../pages/page.ts'
import type { Services } from '../services/services.ts'
import { proofLink } from './act-section.ts'
import { cookieWriter, type ConsoleSessions } from './console-sessions.ts'
import { consoleMessages } from './messages/all-messages.ts'
import type { ConsoleExchange } from './page.ts'
import { isRefused, Refusal, statusOf, type Refused } from './refusal.ts'
import type { createConsoleRenderer } from './render-console.ts'

/** How a request is answered. */
export type Answer = (
  | { page: Page; status?: number }
  | { to: string; status?: 302 | 303 }
  | { file: { name: string; type: string; body: string } }
) & { cookies?: readonly string[]; headers?: Readonly<Record<string, string>> }

const LANGUAGE_COOKIE = 'passport_console_language'

/** Returns what answers requests by `work`, with a page also for what it refuses. */
export function createAnswerWith(
  { clock, config, log }: Services,
  sessions: ConsoleSessions,
  render: ReturnType<typeof createConsoleRenderer>,
) {
  const write = cookieWriter(config)

  async function send(exchange: ConsoleExchange, reply: FastifyReply, answer: Answer) {
    const { language, operator, query, request } = exchange
    const chosen = query.language === language ? language : undefined
    const cookies = [...(answer.cookies ?? [])]
    if (chosen !== undefined) {
      cookies.push(write(LANGUAGE_COOKIE, chosen, { sameSite: 'lax', maxAge: YEAR_SECONDS }))
    }
    void reply.headers(answer.headers ?? {})
    if (cookies.length > 0) void reply.header('set-cookie', cookies)
    if ('to' in answer) {
      await reply
        .code(answer.status ?? 303)
        .header('location', answer.to)
        .send('')
    } else if ('file' in answer) {
      const { name, type, body } = answer.file
      const disposition = `attachment; filename="${name}"`
      await reply.header('content-disposition', disposition).type(type).send(body)
    } else {
      const signedIn = operator && { operator, csrf: sessions.csrfOf(operator.hash) }
      const address = request.method === 'GET' ? request.originalUrl : exchange.path
      const html = render({ language, address, signedIn }, answer.page)
      await reply
        .code(answer.status ?? 200)
        .type('text/html; charset=utf-8')
        .send(html)
    }
  }

  return (operation: string, work: (exchange: ConsoleExchange) => Promise<Answer>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const now = clock()
      const logId = createLogId(now)
      void reply.header('x-tt-logid', logId)
      const path = pathOf(request.originalUrl)
      const language = languageOf(request, write.nameOf(LANGUAGE_COOKIE))
      const shared = { request, logId, now, path, language, texts: consoleMessages[language] }
      let exchange: ConsoleExchange = { ...shared, query: {}, fields: {}, operator: undefined }
      let error = 0
      try {
        const query = givenFields(readQuery(request.originalUrl).values)
        const { values } = (request.body as Fields | undefined) ?? emptyFields
        const operator = await sessions.find(request.headers.cookie)
        exchange = { ...exchange, query, fields: givenFields(values), operator }
        await send(exchange, reply, await work(exchange))
      } catch (thrown) {
        if (!isRefused(thrown)) log.fault(logId, operation, thrown)
        if (thrown instanceof Refusal && thrown.kind === 'forged') {
          log.pino.warn({ operation, logId }, 'attempt refused')
        }
        error = 1
        const refused = isRefused(thrown) ? thrown : rejectionFor(thrown)
        const answer = refuse(exchange, refused)
        if (refused instanceof PassportError) addRetryAfter(reply, answer.status, refused.data)
        await send(exchange, reply, answer)
      }
      const { statusCode: status } = reply
      log.pino.info(
        {
          operation,
          status,
          error,
          ms: clock() - now,
          logId,
          operatorId: exchange.operator?.accountId,
        },
        'console call',
      )
    }
}

/** Refusals after which somebody has to sign in. */
const signInFirst: ReadonlySet<string> = new Set([
  'signedOut',
  'signIn',
  'old',
  'notOperator',
  'level',
])

function refuse(
  { language, logId, path, request, texts }: ConsoleExchange,
  error: Refused,
): { page: Page; status: number } {
  const back = { href: '/', text: texts.start }
  if (error instanceof PassportError && error.error === 'server_error') {
    const page = { title: texts.notDone, problem: [texts.failed, logId], links: [back] }
    return { page, status: 500 }
  }
  const kind = error instanceof Refusal ? error.kind : undefined
  const isOver = kind !== undefined && signInFirst.has(kind)
  // What was typed is sent again when this page is loaded again.
  const isApart = request.method === 'POST'
  const link = isOver
    ? { ...proofLink(kind === 'signIn' ? '/' : path, texts.signIn), isApart }
    : back
  const title = kind === undefined ? texts.notDone : texts.refused[kind].title
  const notice = isOver && isApart ? texts.sendAgain : undefined
  return {
    page: { title, problem: problemOf(error, language), notice, links: [link] },
    status: statusOf(error),
  }
}

/** Says what was refused, in the operator's language and with the words of the use case. */
export function problemOf(error: Refused, language: SiteLanguage): readonly string[] {
  const texts = consoleMessages[language]
  if (error instanceof Refusal) return [texts.refused[error.kind].text]
  if (error instanceof PassportError) return [errorText(error.error, language, error.data)]
  return [texts.reasons[error.reason], error.saidIn(texts.refusals)]
}

function languageOf({ headers, originalUrl }: FastifyRequest, cookie: string): SiteLanguage {
  const asked = new URLSearchParams(originalUrl.split('?')[1]).get('language')
  const wanted = [asked, ...readCookies(headers.cookie, cookie), preferredLanguage(headers)]
  const spoken = wanted.flatMap((one) => siteLanguages.find((language) => language === one) ?? [])
  return spoken[0] ?? siteLanguages[0]
}
