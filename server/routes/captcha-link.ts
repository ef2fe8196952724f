import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toLanguage, type Language } from '#protocol/common-params.ts'
import { linkTexts } from './captcha-link-texts.ts'
import { renderPage } from '../forms/page.ts'
import { escapeHtml } from '../http/html.ts'
import { emptyFields, type Fields } from '../http/parse-fields.ts'
import { formPageHeaders } from '../http/headers.ts'
import { preferredLanguage } from '../http/preferred-language.ts'
import type { Services } from '../services/services.ts'

/** What a mailed link is kept under. */
export const LINK_PURPOSE = 'captcha_link'

/** Address of the page that a mailed link leads to. */
export const LINK_PATH = '/captcha/link'

type Outcome = 'ask' | 'passed' | 'over'

/**
 * Serves the page behind a mailed link. Opening it changes nothing: programs that look at links in
 * mails open them too. Its button passes the decision, once.
 */
export function addCaptchaLink(app: FastifyInstance, services: Services): void {
  const { captcha, config, tickets } = services

  app.get(LINK_PATH, async (request, reply) => {
    const { token = '', language } = fieldsOf(request.query)
    const link = readLink(token)
    const found = link && (await tickets.peek(LINK_PURPOSE, link.aid, link.reference))
    await reply
      .headers(headers())
      .code(found === undefined ? 404 : 200)
      .send(page(languageOf(request, language), found === undefined ? 'over' : 'ask', token))
  })

  app.post(LINK_PATH, async (request, reply) => {
    const { values } = (request.body as Fields | undefined) ?? emptyFields
    const { token = '', language } = fieldsOf(values)
    const link = isOwnPage(request) ? readLink(token) : undefined
    const ticket = link && (await tickets.use(LINK_PURPOSE, link.aid, link.reference))
    const isPassed = ticket !== undefined && (await captcha.passByLink(ticket.holder))
    await reply
      .headers(headers())
      .code(isPassed ? 200 : 404)
      .send(page(languageOf(request, language), isPassed ? 'passed' : 'over', ''))
  })

  function headers(): Record<string, string> {
    // The address holds the reference: no page that is gone to from here may learn it.
    const kept = { ...formPageHeaders(config.isHttps), 'referrer-policy': 'no-referrer' }
    return { ...kept, 'content-type': 'text/html; charset=utf-8' }
  }

  function isOwnPage({ headers: { origin, 'sec-fetch-site': site } }: FastifyRequest): boolean {
    // Without a referrer browsers send the origin of a form as "null".
    return site === undefined
      ? origin === undefined || origin === 'null' || origin === config.PUBLIC_ORIGIN
      : site === 'same-origin'
  }

  function page(language: Language, outcome: Outcome, token: string): string {
    const text = linkTexts[language]
    const { title, body } = text[outcome]
    const form = `<form method="post" action="${LINK_PATH}">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<input type="hidden" name="language" value="${language}">
<button type="submit">${escapeHtml(text.confirm)}</button>
</form>`
    return renderPage(
      { language, product: config.PRODUCT_NAME, title },
      `<p>${escapeHtml(body)}</p>${outcome === 'ask' ? `\n${form}` : ''}`,
    )
  }
}

function fieldsOf(values: unknown): { token?: string; language?: string } {
  const { token, language } = (values ?? {}) as Record<string, unknown>
  return {
    ...(typeof token === 'string' ? { token } : {}),
    ...(typeof language === 'string' ? { language } : {}),
  }
}

function languageOf(request: FastifyRequest, wanted: string | undefined): Language {
  return wanted === undefined ? preferredLanguage(request.headers) : toLanguage(wanted)
}

function readLink(token: string): { aid: number; reference: string } | undefined {
  const [, aid, reference] = /^(\d{1,10})\.([\w-]{43})$/.exec(token) ?? []
  return aid === undefined || reference === undefined ? undefined : { aid: Number(aid), reference }
}
