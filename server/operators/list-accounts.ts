import type {
  AccountListRepository,
  AccountView,
  ListedAccount,
  ListFilter,
  ListPlace,
} from '../store/account-list-repository.ts'

/** Rows of the index that a page reads at most; a view of few accounts gets short pages. */
const MAX_READ = 1000

export interface ListAccountsServices {
  accountLists: AccountListRepository
}

/** A page of accounts, newest first, and the place after which the next one begins; undefined at the end. */
export interface AccountPage {
  accounts: ListedAccount[]
  next: ListPlace | undefined
}

/** Lists the accounts that somebody may see. A page may hold fewer than `limit` although others follow. */
export async function listAccounts(
  { accountLists }: ListAccountsServices,
  filter: ListFilter,
  view: AccountView,
  { after, limit }: { after?: ListPlace | undefined; limit: number },
): Promise<AccountPage> {
  const most = view.aid === null ? limit + 1 : MAX_READ
  const rows = await accountLists.newest(filter, view, after, most)
  const shown = rows.filter(({ isVisible }) => isVisible === 1).slice(0, limit)
  const last = shown.length === limit ? shown.at(-1) : rows.at(-1)
  const isAtEnd = rows.length < most && last === rows.at(-1)
  const found = new Map(
    (await accountLists.byIds(shown.map(({ id }) => id))).map((account) => [account.id, account]),
  )
  return {
    accounts: shown.flatMap(({ id }) => found.get(id) ?? []),
    next: isAtEnd || last === undefined ? undefined : { createdAt: last.createdAt, id: last.id },
  }
}
