import { number, object, string } from 'superstruct'
import { describeEvent } from '../events/describe-event.ts'
import { SECOND_MS, toSeconds } from '../lib/clock.ts'
import { MAX_READ, toListPage } from '../operators/list-page.ts'
import type { SecurityEvent } from '../store/schema/accounts.ts'
import type { AdminContext, AdminFields, AdminHandlers, Reply } from './handler.ts'
import { traceOf } from '../trace/trace.ts'
import { eventKinds } from '../store/event-kinds.ts'
import { fieldProblem } from './problem-error.ts'
import { DEFAULT_LIMIT, requireAllPeople, visibleAccount } from './users.ts'

const place = object({ at: number(), id: string() })

type EventQuery = AdminFields<'listEvents'>['query'] & { accountId?: string }

/** Handlers that read events and applications. */
export const eventHandlers = {
  listUserEvents: async ({ query }, context) => {
    const { id } = await visibleAccount(context)
    return await listEvents(context, { ...query, accountId: id })
  },
  listUserAttempts: async ({ query: { at } }, context) => {
    requireAllPeople(context)
    const { id: who } = await visibleAccount(context)
    const question = { who, at: at && at * SECOND_MS, hours: undefined, language: 'en' } as const
    const { lines, likely, tell } = await traceOf(context.services, question)
    const attempts = lines.map(({ at: ms, logId, text, browser, device, network }) => ({
      at: toSeconds(ms),
      text,
      browser,
      device,
      network,
      log_id: logId,
    }))
    return { attempts, likely, tell }
  },
  listEvents: ({ query }, context) => listEvents(context, query),
  listApps: async (_fields, { services, token }) => {
    const apps = await services.registeredApps.all()
    return {
      apps: apps
        .filter((app) => (token.aid ?? app.aid) === app.aid)
        .map(({ aid, name, origins, redirects }) => ({
          app_id: aid,
          name,
          origins: [...origins],
          redirects: [...redirects],
        })),
    }
  },
} satisfies Partial<AdminHandlers>

async function listEvents(
  { cursors, services, token }: AdminContext,
  { accountId, since, kind, limit = DEFAULT_LIMIT, cursor }: EventQuery,
): Promise<Reply<'listEvents'>> {
  if (kind !== undefined && !eventKinds.some((known) => known === kind)) {
    throw fieldProblem('kind', 'unknown')
  }
  const list = JSON.stringify(['events', token.id, accountId, since, kind])
  const after = cursors.read(list, cursor, place)
  const most = kind === undefined && token.aid === null ? limit + 1 : MAX_READ
  const filter = { accountId, since: since && since * SECOND_MS, after }
  const rows = await services.events.latest(filter, most)
  const isShown = (event: SecurityEvent): boolean =>
    (kind ?? event.kind) === event.kind && (token.aid ?? event.aid) === event.aid
  const { shown, next } = toListPage(rows, isShown, limit, most)
  return {
    events: shown.map((event) => {
      const { event_id: id, ...described } = describeEvent(event)
      return { ...described, id, user_id: event.accountId, by: event.by }
    }),
    ...(next && { next_cursor: cursors.write(list, { at: next.at, id: next.id }) }),
  }
}
