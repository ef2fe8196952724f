import type { Send } from '../../client/calls/send.ts'
import { createListQuery, type ListQuery } from '../../ui/flows/list-query.ts'
import type { AccountRoom } from './account-room.ts'
import { whileSignedIn } from './account-store.ts'

/** A list of the person who is signed in, fetched as a whole. */
export function createOwnList<Row>(
  { instance, account }: Pick<AccountRoom, 'instance' | 'account'>,
  fetchRows: (send: Send) => Promise<Row[]>,
): ListQuery<Row, object> {
  return createListQuery(instance, {}, async () => {
    const list = await whileSignedIn(account, () => fetchRows(instance.client().send))
    return { list, total: list.length, hasMore: false }
  })
}
