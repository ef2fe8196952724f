import { is } from 'superstruct'
import { accountStates } from '#protocol/admin-objects.ts'
import { profileFields } from '#protocol/profile-fields.ts'
import { toEmail } from '../accounts/recipients.ts'
import { createAccount } from '../operators/create-account.ts'
import { describeUsers } from '../accounts/describe-user.ts'
import { eraseForOperator } from '../operators/erase-account.ts'
import { findAccount } from '../accounts/find-account.ts'
import {
  listAccounts,
  MIN_SEARCH_LENGTH,
  searchAccounts,
  type AccountPage,
  type SearchCursor,
} from '../operators/list-accounts.ts'
import { copyPersonalData } from '../personal-data/copy-personal-data.ts'
import type { Services } from '../services/services.ts'
import type { ListedAccount, ListFilter, ListPlace } from '../store/account-list-repository.ts'
import { AdminError, USER, UsageError, type Command, type CommandInput } from './command.ts'
import { findApp } from './find-app.ts'
import { toTable, toTime } from './format.ts'
import { readCount, readMoment, requireReason, textOf } from './read-flags.ts'
import { readMobile } from './read-recipient.ts'

const PAGE = 100
const LISTED = 50
const MAX_LISTED = 1_000_000

export const listUsers: Command = {
  name: 'user list',
  usage: '[--state state] [--since time] [--search text] [--limit n] [--json]',
  description:
    'Lists accounts, the newest first, or those whose name, address or username begins with a text, or who has it as an address that nobody proved; with --json one a line, as the admin API has them.',
  run: async ({ flags }, { print, openServices }) => {
    const limit = flags.limit === undefined ? LISTED : readCount('limit', flags.limit, MAX_LISTED)
    const services = await openServices()
    const found: ListedAccount[] = []
    for await (const accounts of listed(services, flags, limit)) {
      if (flags.json !== true) found.push(...accounts)
      else for (const user of await describeUsers(services, accounts)) print(JSON.stringify(user))
    }
    if (flags.json === true) return
    print(
      toTable(found, {
        id: ({ id }) => id,
        name: ({ name }) => name,
        username: ({ username }) => username ?? '',
        'e-mail': ({ email }) => email ?? '',
        unproved: ({ unverifiedEmail }) => unverifiedEmail ?? '',
        mobile: ({ mobile }) => mobile ?? '',
        state: ({ state }) => state,
        made: ({ createdAt }) => toTime(createdAt),
      }),
    )
  },
}

export const addUser: Command = {
  name: 'user add',
  usage:
    '[--email address] [--verified] [--mobile number] [--username name] [--name text] [--locale tag] [--aid n]',
  description:
    'Makes an account, which signs in by code to its proved address or number; nobody is told.',
  run: async ({ flags }, { print, openServices }) => {
    const [typedEmail, typedMobile] = [textOf(flags.email), textOf(flags.mobile)]
    const email = typedEmail && toEmail(typedEmail).address
    const mobile = typedMobile && readMobile(typedMobile)
    const locale = textOf(flags.locale) ?? 'en'
    const isEmailProved = flags.verified === true
    if (!mobile && !(email && isEmailProved)) {
      throw new UsageError(
        'Nobody could sign in: give --email with --verified, if it is known to be hers, or --mobile.',
      )
    }
    // Without the type, what is refused could not be named.
    const isLocale: boolean = is(locale, profileFields.locale.input)
    if (!isLocale) {
      throw new UsageError(`--locale is "${locale}", but must be a language such as en or ja.`)
    }
    const services = await openServices()
    const { aid } = await findApp(services, flags)
    const account = await services.transaction((tx) =>
      createAccount(tx, 'cli', {
        email,
        isEmailProved,
        mobile,
        username: textOf(flags.username),
        name: textOf(flags.name),
        locale,
        aid,
        passwordHash: null,
        passwordForm: '',
      }),
    )
    print(`${account.name} has account ${account.id}.`)
  },
}

export const exportUser: Command = {
  name: 'user export',
  usage: USER,
  description:
    'Prints the copy of all that is stored about a person, as the account page gives it.',
  run: async ({ words: [input = ''] }, { print, openServices }) => {
    const services = await openServices()
    const account = await findAccount(services, input)
    print(JSON.stringify(await copyPersonalData(services, account), null, 2))
  },
}

export const eraseUser: Command = {
  name: 'user erase',
  usage: `${USER} --reason text [--confirm id]`,
  description:
    'Erases an account at once, as its owner can after 15 days; --confirm repeats its id, which is shown without.',
  run: async ({ words: [input = ''], flags }, { print, openServices }) => {
    const reason = requireReason(flags, 'erase')
    const services = await openServices()
    const account = await findAccount(services, input)
    if (flags.confirm !== account.id) {
      throw new AdminError(
        `This erases ${account.name} (${account.id}) for good: if you mean that, add --confirm ${account.id}.`,
      )
    }
    await eraseForOperator(services, { actor: 'cli', account, reason })
    print(`Account ${account.id} is erased.`)
  },
}

async function* pagesOf<Place>(
  read: (span: { after: Place | undefined; limit: number }) => Promise<AccountPage<Place>>,
  limit: number,
): AsyncGenerator<ListedAccount[]> {
  let left = limit
  let after: Place | undefined
  do {
    const page = await read({ after, limit: Math.min(left, PAGE) })
    yield page.accounts
    left -= page.accounts.length
    after = page.next
  } while (after !== undefined && left > 0)
}

function listed(
  services: Services,
  { search, state, since }: CommandInput['flags'],
  limit: number,
): AsyncGenerator<ListedAccount[]> {
  const view = { aid: null, now: services.clock() }
  if (search === undefined) {
    const filter = readFilter({ state, since })
    return pagesOf<ListPlace>((span) => listAccounts(services, filter, view, span), limit)
  }
  const text = String(search)
  if (state !== undefined || since !== undefined) {
    throw new UsageError('--search goes without --state and --since.')
  }
  if ([...text].length < MIN_SEARCH_LENGTH) {
    throw new UsageError(`--search needs ${MIN_SEARCH_LENGTH} characters or more.`)
  }
  return pagesOf<SearchCursor>((span) => searchAccounts(services, text, view, span), limit)
}

function readFilter({ state, since }: CommandInput['flags']): ListFilter {
  const known = accountStates.find((one) => one === state)
  if (state !== undefined && known === undefined) {
    throw new UsageError(`--state is "${state}", but must be one of ${accountStates.join(', ')}.`)
  }
  return { state: known, createdSince: readMoment('since', since) }
}
