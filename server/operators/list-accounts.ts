import type {
  AccountListRepository,
  AccountView,
  ListedAccount,
  ListFilter,
  ListPlace,
  SearchPlace,
  SearchRow,
} from '../store/account-list-repository.ts'
import { readRecipientText } from '../accounts/recipients.ts'
import { unlessRefused } from '../lib/passport-error.ts'
import { normalizeName } from '../lib/normalize-name.ts'
import { MAX_READ, toListPage, type ListPage } from './list-page.ts'
import type { Services } from '../services/services.ts'

/** What a page of a list begins after, and how long it is. */
interface Span<Place> {
  after: Place | undefined
  limit: number
}

/** Where a search goes on: first the names are looked through, then the identifiers. */
export interface SearchCursor extends SearchPlace {
  part: 'names' | 'identifiers'
}

/** A page of accounts, and the place after which the next one begins; undefined at the end. */
export interface AccountPage<Place> {
  accounts: ListedAccount[]
  next: Place | undefined
}

/** Shortest text that is searched for. */
export const MIN_SEARCH_LENGTH = 3

/** Lists the accounts that somebody may see, newest first. A page may be short although others follow. */
export async function listAccounts(
  { accountLists }: Services,
  filter: ListFilter,
  view: AccountView,
  { after, limit }: Span<ListPlace>,
): Promise<AccountPage<ListPlace>> {
  const most = mostRead(view, limit)
  const rows = await accountLists.newest(filter, view, after, most)
  const { shown, next } = toListPage(rows, isVisible, limit, most)
  return {
    accounts: await inOrder(accountLists, shown),
    next: next && { createdAt: next.createdAt, id: next.id },
  }
}

/**
 * Finds accounts whose name or identifier begins with a text, likewise; without one, the account that has
 * the text as an address that nobody has proved.
 */
export async function searchAccounts(
  { accountLists }: Services,
  typed: string,
  view: AccountView,
  { after, limit }: Span<SearchCursor>,
): Promise<AccountPage<SearchCursor>> {
  // A whole address or number is stored in one spelling: the domain in ASCII, the digits without spaces.
  const text = unlessRefused(() => readRecipientText(typed))?.address ?? typed
  const most = mostRead(view, limit)
  const read = async (
    part: SearchCursor['part'],
    place: SearchPlace | undefined,
    left: number,
  ): Promise<ListPage<SearchRow>> => {
    const find = part === 'names' ? accountLists.byName : accountLists.bySpelling
    return toListPage(await find(text, view, place, most), isVisible, left, most)
  }
  const names =
    after?.part === 'identifiers'
      ? { shown: [], next: undefined }
      : await read('names', after, limit)
  if (names.next !== undefined || names.shown.length === limit) {
    const next = names.next ?? { key: new Uint8Array(), id: '' }
    const part = names.next === undefined ? 'identifiers' : 'names'
    return { accounts: await inOrder(accountLists, names.shown), next: placeOf(part, next) }
  }
  const place = after?.part === 'identifiers' ? after : undefined
  const others = await read('identifiers', place, limit - names.shown.length)
  const rows = [...names.shown, ...others.shown]
  if (rows.length === 0 && others.next === undefined && after === undefined) {
    const unproved = await accountLists.byUnproved(normalizeName(text), view)
    if (unproved !== undefined) return { accounts: [unproved], next: undefined }
  }
  return {
    accounts: await inOrder(accountLists, rows),
    next: others.next && placeOf('identifiers', others.next),
  }
}

function mostRead({ aid }: AccountView, limit: number): number {
  return aid === null ? limit + 1 : MAX_READ
}

function isVisible(row: { isVisible: number }): boolean {
  return row.isVisible === 1
}

function placeOf(
  part: SearchCursor['part'],
  { key, id }: Pick<SearchRow, 'key' | 'id'>,
): SearchCursor {
  return { part, key: Buffer.from(key ?? []).toString('hex'), id }
}

async function inOrder(
  accountLists: AccountListRepository,
  rows: readonly { id: string }[],
): Promise<ListedAccount[]> {
  const accounts = await accountLists.byIds(rows.map(({ id }) => id))
  const byId = new Map(accounts.map((account) => [account.id, account]))
  return rows.flatMap(({ id }) => byId.get(id) ?? [])
}
