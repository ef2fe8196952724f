import { run } from './statements.ts'
import type { Queries } from './database.ts'

/** What else may name a person, besides the rows that go with the account. */
export interface NamedBy {
  accountId: string
  /** Addresses that the account has or had. */
  addresses: readonly string[]
  /** Memberships that the account had when it was erased. */
  memberships: readonly { id: string; organizationId: string }[]
}

/** Removes what would still name a person whose account is gone. */
export function erasureRepository(query: Queries) {
  // The record of an organization stays, without who somebody was.
  async function namelessEvents(ids: readonly string[], among: readonly string[]): Promise<void> {
    if (ids.length === 0 || among.length === 0) return
    const events = () =>
      query.updateTable('organizationEvents').where('organizationId', 'in', among)
    await run(events().set({ actorName: '', device: '', address: '' }).where('actor', 'in', ids))
    await run(events().set({ targetName: '' }).where('target', 'in', ids))
    // Its detail is the former name.
    await run(
      events()
        .set({ detail: '{}' })
        .where('target', 'in', ids)
        .where('kind', '=', 'member_updated'),
    )
  }

  return {
    /** Lets keys of the admin API outlive an account, so that a late repetition does not make it again. */
    keepKeys: (accountId: string) =>
      run(
        query
          .updateTable('idempotencyKeys')
          .set({ accountId: null })
          .where('accountId', '=', accountId),
      ),
    removeTraces: async ({ accountId, addresses, memberships }: NamedBy): Promise<void> => {
      const ids = memberships.map(({ id }) => id)
      if (ids.length > 0) {
        await run(
          query.updateTable('invitations').set({ inviterName: '' }).where('invitedBy', 'in', ids),
        )
      }
      const invitations = await query
        .deleteFrom('invitations')
        .where((row) =>
          row.or([
            row('acceptedBy', '=', accountId),
            ...(addresses.length === 0 ? [] : [row('address', 'in', addresses)]),
          ]),
        )
        .returning(['id', 'membershipId', 'organizationId'])
        .execute()
      const noted = await query
        .updateTable('organizationEvents')
        .set({ accountId: null })
        .where('accountId', '=', accountId)
        .returning(['target', 'organizationId'])
        .execute()
      const entries = invitations.flatMap(({ id, membershipId }) => [id, membershipId])
      const organizations = [...memberships, ...invitations, ...noted].map(
        (one) => one.organizationId,
      )
      const left = noted.map(({ target }) => target)
      await namelessEvents([...ids, ...entries, ...left], [...new Set(organizations)])
      await run(query.deleteFrom('tickets').where('holder', '=', accountId))
      await run(query.deleteFrom('securityEvents').where('accountId', '=', accountId))
      await run(query.deleteFrom('verifications').where('accountId', '=', accountId))
      await run(query.deleteFrom('qrCodes').where('scannedBy', '=', accountId))
      await run(query.deleteFrom('oauthRequests').where('accountId', '=', accountId))
      await run(
        query.updateTable('operatorEvents').set({ network: '' }).where('actor', '=', accountId),
      )
      if (addresses.length === 0) return
      await run(query.deleteFrom('outbox').where('recipient', 'in', addresses))
      await run(query.deleteFrom('mailbox').where('recipient', 'in', addresses))
      await run(query.deleteFrom('earlyAccess').where('email', 'in', addresses))
      await run(query.deleteFrom('invitationBlocks').where('address', 'in', addresses))
    },
  }
}
