import { enums, number, object, optional, size, string, type Struct } from 'superstruct'
import { isNationalNumber } from '../../accounts/logins.ts'
import { maskEmail, maskMobile } from '../../accounts/recipients.ts'
import { toTime } from '../../admin/format.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import { findAccount } from '../../accounts/find-account.ts'
import {
  listAccounts,
  MIN_SEARCH_LENGTH,
  searchAccounts,
  type AccountPage,
} from '../../operators/list-accounts.ts'
import type { Table } from '../../pages/page.ts'
import type { ListedAccount } from '../../store/account-list-repository.ts'
import { problemOf } from '../exchange.ts'
import { searchFor } from '../named-list.ts'
import { consolePage, type ConsoleContext } from '../page.ts'
import { PAGE_ROWS } from '../pager.ts'
import { tableOf } from '../table-of.ts'

const text = optional(size(string(), 1, 320))
const listPlace = object({ createdAt: number(), id: string() })
const searchPlace = object({ part: enums(['names', 'identifiers']), key: string(), id: string() })

/** Finds people: the newest first, one by what identifies them, or those that a text begins. */
export const peoplePage = consolePage({
  name: 'people',
  path: '/people',
  role: 'support',
  menu: (texts) => texts.people.title,
  query: object({ q: text, after: text }),
  show: async (context, query) => {
    const { q } = query
    const { pager, services, texts, now } = context
    const t = texts.people
    const view = { aid: null, now }
    const exact = q === undefined ? [] : await findExactly(context, q)
    const read = async <Place>(
      place: Struct<Place>,
      page: (span: { after: Place | undefined; limit: number }) => Promise<AccountPage<Place>>,
    ) => {
      const { accounts, next } = await page({ after: pager.read(query, place), limit: PAGE_ROWS })
      return { table: peopleTable(context, accounts), links: pager.links(query, next) }
    }
    const isShort = q !== undefined && [...q].length < MIN_SEARCH_LENGTH
    const found =
      exact.length > 0 || isShort
        ? { table: peopleTable(context, exact) }
        : q === undefined
          ? await read(listPlace, (span) => listAccounts(services, {}, view, span))
          : await read(searchPlace, (span) => searchAccounts(services, q, view, span))
    const search = searchFor(context, q, t.search, t.searchHint)
    return { title: t.title, search, ...problemWith(context, q), ...found }
  },
})

function problemWith({ language }: ConsoleContext, q = ''): { problem?: readonly string[] } {
  if (!isNationalNumber(q)) return {}
  return { problem: problemOf(new OperatorError('invalid', 'nationalNumber', q), language) }
}

async function findExactly({ services }: ConsoleContext, q: string): Promise<ListedAccount[]> {
  try {
    return await services.accountLists.byIds([(await findAccount(services, q)).id])
  } catch (error) {
    if (error instanceof OperatorError) return []
    throw error
  }
}

function peopleTable({ texts }: ConsoleContext, accounts: readonly ListedAccount[]): Table {
  const { columns: t, none, states } = texts.people
  return tableOf(accounts, none, [
    [t.person, ({ id, name }) => ({ href: `/people/${id}`, text: name || id })],
    [
      t.address,
      ({ email, unverifiedEmail, mobile }) =>
        [maskEmail(email ?? unverifiedEmail ?? ''), maskMobile(mobile ?? '')].join(' ').trim(),
    ],
    [t.state, ({ state }) => states[state]],
    [t.made, ({ createdAt }) => toTime(createdAt)],
    [t.seen, ({ lastSeenAt }) => (lastSeenAt === null ? texts.never : toTime(lastSeenAt))],
  ])
}
