import { object, optional, size, string } from 'superstruct'
import { UsageError } from '../../admin/command.ts'
import { toTime } from '../../admin/format.ts'
import { readTime } from '../../admin/read-flags.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import type { Page, Search } from '../../pages/page.ts'
import { traceOf, type Trace } from '../../trace/trace.ts'
import { problemOf } from '../exchange.ts'
import { consolePage, type ConsoleContext, type Shown } from '../page.ts'
import { requireShown } from '../refusal.ts'
import { personTabs } from '../person-tabs.ts'
import { tableOf } from '../table-of.ts'

const text = optional(size(string(), 1, 320))

/** What somebody tried: by the log id on their screen, or by what they sign in with. */
export const tracePage = consolePage({
  name: 'trace',
  path: '/trace',
  role: 'support',
  menu: (texts) => texts.trace.title,
  query: object({ log: text, at: text }),
  show: async (context, { log, at }) => {
    const { title, who, whoHint } = context.texts.trace
    const search = { ...timeOf(context, at), name: 'log', label: who, hint: whoHint }
    const found = log === undefined ? {} : await readTrace(context, log, at)
    return { title, search: { ...search, value: log ?? '', also: timeOf(context, at) }, ...found }
  },
})

/** The same of one person. */
export const personTracePage = consolePage({
  name: 'trace',
  path: '/people/:id/trace',
  role: 'support',
  query: object({ at: text }),
  show: async (context, { at }) => {
    const account = requireShown(await context.services.accounts.byId(context.param('id')))
    const shown = { title: account.name || account.id, tabs: personTabs(context, account.id) }
    return { ...shown, search: timeOf(context, at), ...(await readTrace(context, account.id, at)) }
  },
})

function timeOf({ path, texts }: ConsoleContext, at = ''): Search {
  const { show, when, whenHint } = texts.trace
  return { action: path, name: 'at', label: when, hint: whenHint, value: at, button: show }
}

async function readTrace(
  context: ConsoleContext,
  who: string,
  at: string | undefined,
): Promise<Omit<Shown, 'title'>> {
  const { language, now, services, texts } = context
  try {
    const time = at === undefined ? undefined : readTime('at', at, now)
    const trace = await traceOf(services, { who, at: time, hours: undefined, language })
    return { viewed: trace.account?.id ?? '', ...describe(context, trace) }
  } catch (error) {
    if (error instanceof UsageError) return { problem: texts.trace.whenHint }
    if (error instanceof OperatorError) return { problem: problemOf(error, language) }
    throw error
  }
}

function describe({ texts }: ConsoleContext, trace: Trace): Omit<Page, 'title'> {
  const { columns: t, likely, noAccount, noLogin, none, open, period, tell } = texts.trace
  const { account, lines } = trace
  return {
    facts: [
      [period, `${toTime(trace.from)} – ${toTime(trace.until)}`],
      [likely, trace.likely],
      [tell, trace.tell],
    ],
    table: tableOf(lines, none, [
      [t.at, ({ at }) => toTime(at)],
      [t.what, ({ isAsked, text: what }) => (isAsked ? `> ${what}` : what)],
      [t.browser, ({ browser }) => browser],
      [t.device, ({ device }) => device],
      [t.network, ({ network }) => network],
      [t.log, ({ logId }) => logId && { href: `/trace?log=${logId}`, text: logId }],
    ]),
    ...(account === undefined
      ? { notice: trace.hasLogin ? noAccount : noLogin }
      : { links: [{ href: `/people/${account.id}`, text: open }] }),
  }
}
