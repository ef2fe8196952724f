import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toLanguage, type Language } from '#protocol/common-params.ts'
import { brandOf } from '../apps/brand.ts'
import { emptyFields, givenFields, type Fields } from '../http/parse-fields.ts'
import { preferredLanguage } from '../http/preferred-language.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import type { Page } from '../pages/page.ts'
import { pageReply } from '../pages/page-reply.ts'
import type { Services } from '../services/services.ts'

export const LINK_PURPOSE = 'captcha_link'

/** Address of the page that a mailed link leads to. */
export const LINK_PATH = '/captcha/link'

type State = 'ask' | 'passed' | 'expired'

/**
 * Serves the page behind a mailed link. Opening it changes nothing: programs that look at links in
 * mails open them too. Its button passes the decision, once.
 */
export function addCaptchaLink(app: FastifyInstance, services: Services): void {
  const { apps, captcha, config, tickets } = services

  app.get(LINK_PATH, async (request, reply) => {
    const { token = '', language } = fieldsOf(request.query)
    const link = readLink(token)
    const found = link && (await tickets.peek(LINK_PURPOSE, link.aid, link.reference))
    const state = found === undefined ? 'expired' : 'ask'
    await send(reply, languageOf(request, language), state, token, request.originalUrl)
  })

  app.post(LINK_PATH, async (request, reply) => {
    const { values } = (request.body as Fields | undefined) ?? emptyFields
    const { token = '', language } = fieldsOf(givenFields(values))
    const link = isOwnPage(request) ? readLink(token) : undefined
    const ticket = link && (await tickets.use(LINK_PURPOSE, link.aid, link.reference))
    const isPassed = ticket !== undefined && (await captcha.passByLink(ticket.holder))
    await send(reply, languageOf(request, language), isPassed ? 'passed' : 'expired', token)
  })

  async function send(
    reply: FastifyReply,
    language: Language,
    state: State,
    token: string,
    address?: string,
  ): Promise<void> {
    const link = readLink(token)
    const source = link && (await apps.find(link.aid))
    // The address contains the reference, which the next page must not get as a referrer.
    const { type, headers, body } = pageReply(
      config,
      brandOf(config, source?.settings),
      language,
      linkPage(language, state, token),
      { headers: { 'referrer-policy': 'no-referrer' }, address },
    )
    await reply
      .code(state === 'expired' ? 404 : 200)
      .headers(headers)
      .type(type)
      .send(body)
  }

  function isOwnPage({ headers: { origin, 'sec-fetch-site': site } }: FastifyRequest): boolean {
    // Without a referrer browsers send the origin of a form as "null".
    return site === undefined
      ? origin === undefined || origin === 'null' || origin === config.PUBLIC_ORIGIN
      : site === 'same-origin'
  }
}

function linkPage(language: Language, state: State, token: string): Page {
  const { captchaLink } = pageMessages[language]
  const page: Page = { title: captchaLink[state], text: captchaLink[`${state}Text`] }
  if (state !== 'ask') return { ...page, outcome: state === 'passed' ? 'good' : 'bad' }
  const hidden = { token, language }
  const buttons = [{ text: captchaLink.confirm }]
  return { ...page, forms: [{ action: LINK_PATH, hidden, buttons }] }
}

function fieldsOf(values: unknown): { token?: string; language?: string } {
  const { token, language } = (values ?? {}) as Record<string, unknown>
  return {
    ...(typeof token === 'string' ? { token } : {}),
    ...(typeof language === 'string' ? { language } : {}),
  }
}

function languageOf(request: FastifyRequest, requested: string | undefined): Language {
  return requested === undefined ? preferredLanguage(request.headers) : toLanguage(requested)
}

function readLink(token: string): { aid: number; reference: string } | undefined {
  const [, aid, reference] = /^(\d{1,10})\.([\w-]{43})$/.exec(token) ?? []
  return aid === undefined || reference === undefined ? undefined : { aid: Number(aid), reference }
}
