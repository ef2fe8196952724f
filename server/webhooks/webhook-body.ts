import type { WebhookSubject } from '../events/webhooks.ts'
import { describeUsers } from '../accounts/describe-user.ts'
import type { AccountListRepository } from '../store/account-list-repository.ts'
import type { ImportRepository } from '../store/import-repository.ts'
import type { WebhookEndpoint } from '../store/schema/webhooks.ts'
import type { ClaimedDelivery } from '../store/webhook-repository.ts'

/** What the body is read from. */
interface BodyServices {
  accountLists: AccountListRepository
  imports: ImportRepository
}

const kindsWithProfile = new Set(['user.created', 'user.updated'])

/** Returns what an endpoint is sent of an event; of a person who is erased meanwhile, the bare id. */
export async function webhookBody(
  { accountLists, imports }: BodyServices,
  { kind, data, at }: ClaimedDelivery,
  { withProfile }: WebhookEndpoint,
): Promise<string> {
  const timestamp = new Date(at).toISOString()
  const subject = JSON.parse(data) as WebhookSubject
  const { user_id: id } = subject
  const known = id === undefined ? [] : await imports.externalIdsOf([id])
  const hasProfile = withProfile === 1 && kindsWithProfile.has(kind)
  const account =
    hasProfile && id !== undefined ? await accountLists.find(id, { aid: null, now: at }) : undefined
  const [user] = account === undefined ? [] : await describeUsers({ imports }, [account])
  return JSON.stringify({
    type: kind,
    timestamp,
    data: {
      ...subject,
      ...(id !== undefined && {
        external_ids: known.map(({ source, externalId }) => ({ source, id: externalId })),
      }),
      ...(user !== undefined && { user }),
      at: timestamp,
    },
  })
}
