import { number, object, string } from 'superstruct'
import { toEmail, toMobile } from '../accounts/recipients.ts'
import { SECOND_MS } from '../lib/clock.ts'
import { toUsername } from '../names/names.ts'
import { listAccounts } from '../operators/list-accounts.ts'
import type { ListedAccount } from '../store/account-list-repository.ts'
import type { Cursors } from './cursors.ts'
import { describeUsers, etagOf } from '../operators/describe-user.ts'
import type { AdminContext, AdminFields, AdminHandlers } from './handler.ts'
import { fieldProblem, ProblemError } from './problem-error.ts'

const DEFAULT_LIMIT = 20
const place = object({ createdAt: number(), id: string() })

/** Returns the handlers that read accounts. */
export function createUserHandlers(cursors: Cursors): AdminHandlers<'listUsers' | 'getUser'> {
  return {
    listUsers: async ({ query }, context) => {
      const { services, token, view } = context
      const one = oneOf(query, ['email', 'mobile', 'username'])
      if (one !== undefined) {
        const account = await findByIdentifier(context, one, query[one] ?? '')
        const isIt = account !== undefined && (query.state ?? account.state) === account.state
        return { users: await describeUsers(services, isIt ? [account] : []) }
      }
      const { state, created_since: since, limit = DEFAULT_LIMIT, cursor } = query
      const list = JSON.stringify(['users', token.id, state, since])
      const filter = { state, createdSince: since && since * SECOND_MS }
      const after = cursor === undefined ? undefined : cursors.read(list, cursor, place)
      const { accounts, next } = await listAccounts(services, filter, view, { after, limit })
      return {
        users: await describeUsers(services, accounts),
        ...(next !== undefined && { next_cursor: cursors.write(list, next) }),
      }
    },
    getUser: async (_fields, context) => {
      const account = await visibleAccount(context)
      const [user] = await describeUsers(context.services, [account])
      if (user === undefined) throw new ProblemError('not_found')
      context.setHeader('etag', etagOf(account))
      return user
    },
  }
}

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

type Identifying = 'email' | 'mobile' | 'username'

async function findByIdentifier(
  { services, view }: AdminContext,
  kind: Identifying,
  typed: string,
): Promise<ListedAccount | undefined> {
  return await services.accountLists.byIdentifier(kind, readIdentifier(kind, typed), view)
}

function readIdentifier(kind: Identifying, typed: string): string {
  if (kind === 'username') return toUsername(typed)
  return kind === 'email' ? toEmail(typed).address : toMobile(typed, undefined).address
}

// Several at once, or one and a page of a list, would have to mean something.
function oneOf(
  query: AdminFields<'listUsers'>['query'],
  names: readonly Identifying[],
): Identifying | undefined {
  const [one, other] = names.filter((name) => query[name] !== undefined)
  if (other !== undefined) throw fieldProblem(other, 'one_of', `Send ${one} or ${other}.`)
  return one
}
