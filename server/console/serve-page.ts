import { hash } from 'node:crypto'
import { object, validate } from 'superstruct'
import { operatorReason } from '#protocol/admin-objects.ts'
import type { Caller } from '../calls/call.ts'
import { validateFields } from '../http/validate-fields.ts'
import { DAY_MS } from '../lib/clock.ts'
import { mayActAs } from '../operators/manage-operators.ts'
import type { Page } from '../pages/page.ts'
import type { Services } from '../services/services.ts'
import { isRecentlyAuthenticated } from '../two-step/step-up.ts'
import { proofLink } from './act-section.ts'
import { consolePages } from './all-pages.ts'
import type { ConsoleSessions, LiveConsoleSession } from './console-sessions.ts'
import { problemOf, type Answer } from './exchange.ts'
import type { ConsoleAct, ConsoleContext, ConsoleExchange, ConsolePage, Done } from './page.ts'
import type { ConsoleMessages } from './messages/messages.ts'
import type { createPagers } from './pager.ts'
import { isRefused, Refusal, statusOf } from './refusal.ts'

const noFields = object({})

/** Shows pages of the console and does what their buttons say. @throws Refusal */
export function createPageServer(
  services: Services,
  sessions: ConsoleSessions,
  pagerOf: ReturnType<typeof createPagers>,
  callerOf: (request: ConsoleExchange['request']) => Caller,
) {
  const { CONSOLE_ORIGIN } = services.config

  function contextOf(
    page: ConsolePage,
    exchange: ConsoleExchange,
    operator: LiveConsoleSession,
  ): ConsoleContext {
    const { now, path, request, texts } = exchange
    const params = request.params as Readonly<Record<string, string>>
    return {
      ...exchange,
      services,
      operator,
      actor: `operator:${operator.accountId}`,
      page,
      csrf: sessions.csrfOf(operator.hash),
      pager: pagerOf(path, operator.accountId, texts),
      isRecent: isRecentlyAuthenticated({ now }, operator),
      param: (name) => params[name] ?? '',
    }
  }

  async function show(context: ConsoleContext): Promise<{ page: Page }> {
    const { page, query, texts } = context
    const { viewed, ...shown } = await page.show(context, validateFields(query, page.query))
    if (viewed !== undefined) {
      const what = { action: `${page.name}.view`, target: viewed, reason: '', detail: '' }
      await services.operatorRecord.note({ ...what, ...actorOf(context) })
    }
    const done = doneOf(page, texts, String(query.done))
    return { page: { ...shown, ...(done && { notice: done.done }) } }
  }

  const actorOf = ({ operator, request }: ConsoleContext) => ({
    actor: operator.accountId,
    address: callerOf(request).address,
  })

  function requireOperator({ operator, request }: ConsoleExchange): LiveConsoleSession {
    if (request.headers.origin !== CONSOLE_ORIGIN) throw new Refusal('forged')
    if (operator === undefined) throw new Refusal('signedOut')
    return operator
  }

  /** Returns who posted a form of ours. */
  function requireForm(exchange: ConsoleExchange): LiveConsoleSession {
    const operator = requireOperator(exchange)
    if (sessions.isCsrfOf(operator.hash, exchange.fields.csrf)) return operator
    services.log.pino.warn({ operation: 'console', logId: exchange.logId }, 'attempt refused')
    throw new Refusal('earlier')
  }

  async function perform(act: ConsoleAct, action: string, context: ConsoleContext): Promise<Done> {
    const { csrf: _csrf, act: _act, reason: typed, ...rest } = context.fields
    const fields: unknown = validateFields(rest, act.fields ?? noFields)
    const [invalid, reason] = validate(typed, operatorReason, { coerce: true })
    if (invalid !== undefined) throw new Refusal('invalid')
    // Each page has another token, so the same fields are a second press, or a page that is loaded again.
    const key = `console form ${hash('sha256', JSON.stringify(context.fields))}`
    return await services.transaction(async (tx) => {
      // Locked, so that a role which is taken meanwhile counts before or after all of this.
      if (
        !(await tx.operators.confirm(context.operator.accountId, act.role ?? context.page.role))
      ) {
        throw new Refusal('role')
      }
      const isSent = (await tx.rateLimits.take([{ key, max: 1, windowMs: DAY_MS }])) !== undefined
      if (isSent) throw new Refusal('twice')
      const done = await act.run({ ...context, services: tx }, fields, reason)
      const { target, detail = '' } = done
      const entry = { action, target, detail, reason }
      await tx.operatorRecord.note({ ...entry, ...actorOf(context) })
      return done
    })
  }

  return {
    requireForm,
    /** Answers the address of a page. */
    get: async (page: ConsolePage, exchange: ConsoleExchange): Promise<Answer> => {
      const { operator, request } = exchange
      if (operator === undefined) {
        return { to: proofLink(request.originalUrl, '').href, status: 302 }
      }
      if (!mayActAs(operator.role, page.role)) throw new Refusal('role')
      return await show(contextOf(page, exchange, operator))
    },
    /** Does what a button of a page says. */
    post: async (page: ConsolePage, exchange: ConsoleExchange): Promise<Answer> => {
      const operator = requireOperator(exchange)
      const name = String(exchange.fields.act)
      const act = Object.hasOwn(page.acts, name) ? page.acts[name] : undefined
      if (act === undefined) throw new Refusal('invalid')
      const mayAct = [page.role, act.role ?? page.role].every((role) =>
        mayActAs(operator.role, role),
      )
      if (!mayAct) throw new Refusal('role')
      const context = contextOf(page, exchange, operator)
      try {
        requireForm(exchange)
        if (act.needsProof && !context.isRecent) throw new Refusal('old')
        const done = await perform(act, `${page.name}.${name}`, context)
        if (done.once !== undefined) return { page: done.once }
        if (done.file !== undefined) return { file: done.file }
        if (done.list !== undefined) return { to: `${done.list}?done=${page.name}.${name}` }
        const query = new URLSearchParams({ done: name }).toString()
        return { to: done.to ?? `${exchange.path}?${query}` }
      } catch (error) {
        const isOver = error instanceof Refusal && ['role', 'old'].includes(error.kind)
        if (!isRefused(error) || isOver) throw error
        const problem = problemOf(error, exchange.language)
        const { page: shown } = await show({ ...context, query: {} })
        return { page: { ...shown, problem }, status: statusOf(error) }
      }
    },
  }
}

// Of an act of the page, or of another one whose subject is gone: `person.erase`.
function doneOf(page: ConsolePage, texts: ConsoleMessages, done: string) {
  const [act = '', name] = done.split('.').toReversed()
  const from = name === undefined ? page : consolePages.find((one) => one.name === name)
  const words = from?.words(texts) ?? {}
  return Object.hasOwn(words, act) ? words[act] : undefined
}
