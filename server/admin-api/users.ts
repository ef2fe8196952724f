import { enums, number, object, string } from 'superstruct'
import { toEmail, toMobile } from '../accounts/recipients.ts'
import { SECOND_MS } from '../lib/clock.ts'
import { toUsername } from '../names/names.ts'
import { changeAccount, OWN_SOURCE } from '../operators/change-account.ts'
import { listAccounts, MIN_SEARCH_LENGTH, searchAccounts } from '../operators/list-accounts.ts'
import type { ListedAccount } from '../store/account-list-repository.ts'
import { describeUsers, etagOf } from '../accounts/describe-user.ts'
import type { AdminContext, AdminFields, AdminHandlers, Reply } from './handler.ts'
import { fieldProblem, ProblemError } from './problem-error.ts'

/** Items on a page unless the query says how many. */
export const DEFAULT_LIMIT = 20

const listPlace = object({ createdAt: number(), id: string() })
const searchPlace = object({
  part: enums(['names', 'identifiers']),
  key: string(),
  id: string(),
})

type Query = AdminFields<'listUsers'>['query']

/** Handlers that read and change accounts. */
export const userHandlers = {
  listUsers: async ({ query }, context) => {
    requireOneWay(query)
    const { cursors, services, token, view } = context
    const one = await findOne(context, query)
    if (one !== undefined) return { users: await describeUsers(services, one) }
    const { search, state, created_since: since, limit = DEFAULT_LIMIT, cursor } = query
    const list = JSON.stringify(['users', token.id, search, state, since])
    const { accounts, next } =
      search === undefined
        ? await listAccounts(services, { state, createdSince: since && since * SECOND_MS }, view, {
            after: cursors.read(list, cursor, listPlace),
            limit,
          })
        : await searchAccounts(services, search, view, {
            after: cursors.read(list, cursor, searchPlace),
            limit,
          })
    return {
      users: await describeUsers(services, accounts),
      ...(next !== undefined && { next_cursor: cursors.write(list, next) }),
    }
  },
  getUser: async (_fields, context) => await describeAccount(context),
  changeUser: async ({ body }, context) => {
    const { id } = await visibleAccount(context)
    const { external_id: externalId, ...rest } = body
    const change = { ...rest, externalId }
    const expected = context.header('if-match')
    await changeAccount(context.services, context.actor, id, change, async (tx) => {
      if (expected === undefined) return
      const user = await readUser({ ...context, services: tx })
      if (!hasTag(expected, etagOf(user))) throw new ProblemError('changed_meanwhile')
    })
    return await describeAccount(context)
  },
} satisfies Partial<AdminHandlers>

/** Returns the account of the path. @throws ProblemError for none, and alike for one that the token does not see */
export async function visibleAccount({
  services,
  view,
  param,
}: AdminContext): Promise<ListedAccount> {
  const account = await services.accountLists.find(param('id'), view)
  if (account === undefined) throw new ProblemError('not_found')
  return account
}

/** Another application has no business with all of a person. @throws ProblemError for a token of one application */
export function requireAllPeople({ token }: AdminContext): void {
  if (token.aid !== null) {
    throw new ProblemError('insufficient_scope', { detail: 'It needs a token of all people.' })
  }
}

/** Returns the account of the path as a reply, with its ETag. */
export async function describeAccount(context: AdminContext): Promise<Reply<'getUser'>> {
  const user = await readUser(context)
  context.setHeader('etag', etagOf(user))
  return user
}

async function readUser(context: AdminContext): Promise<Reply<'getUser'>> {
  const account = await visibleAccount(context)
  const [user] = await describeUsers(context.services, [account])
  if (user === undefined) throw new ProblemError('not_found')
  return user
}

/** Returns whether a condition names a tag: by `*`, or among tags with commas between (RFC 9110, 13.1). */
export function hasTag(expected: string, tag: string): boolean {
  return expected === '*' || expected.split(',').some((one) => one.trim() === tag)
}

async function findOne(
  { services: { accountLists }, view }: AdminContext,
  { email, mobile, username, external_id: externalId, source = OWN_SOURCE, state }: Query,
): Promise<ListedAccount[] | undefined> {
  const found =
    email !== undefined
      ? accountLists.byIdentifier('email', toEmail(email).address, view)
      : mobile !== undefined
        ? accountLists.byIdentifier('mobile', toMobile(mobile, undefined).address, view)
        : username !== undefined
          ? accountLists.byIdentifier('username', toUsername(username), view)
          : externalId !== undefined
            ? accountLists.byExternalId(source, externalId, view)
            : undefined
  if (found === undefined) return undefined
  const account = await found
  return account === undefined || (state ?? account.state) !== account.state ? [] : [account]
}

const ways = ['email', 'mobile', 'username', 'external_id', 'search'] as const

// Two at once would have to mean something, and a search does not look at states and times.
function requireOneWay(query: Query): void {
  const [one, other] = ways.filter((name) => query[name] !== undefined)
  if (other !== undefined) throw fieldProblem(other, 'one_of', `Send ${one} or ${other}.`)
  if (query.source !== undefined && one !== 'external_id') {
    throw fieldProblem('source', 'one_of', 'It goes with external_id.')
  }
  if (one !== undefined && query.created_since !== undefined) {
    throw fieldProblem('created_since', 'one_of', `It does not go with ${one}.`)
  }
  if (query.search !== undefined) {
    if (query.state !== undefined)
      throw fieldProblem('state', 'one_of', 'It does not go with search.')
    if ([...query.search].length < MIN_SEARCH_LENGTH) throw fieldProblem('search', 'size')
  }
}
