import { CLOCK_SKEW_MS } from '../lib/clock.ts'
import { sql } from 'kysely'
import { changesAny, countRows, readAll, readFirst, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { Invitation, InvitationStatus, StoredInvitation } from './schema/organizations.ts'

/** Stands for every organization in a block. */
export const EVERY_ORGANIZATION = '*'

/** Fields of a pending invitation that people change. */
export type InvitationFields = Pick<
  Invitation,
  | 'channel'
  | 'address'
  | 'name'
  | 'roles'
  | 'next'
  | 'ticketHash'
  | 'invitedBy'
  | 'inviterName'
  | 'sentAt'
  | 'expiresAt'
>

/** These fields as columns, with the text that searches find. */
export type InvitationChange = Omit<InvitationFields, 'roles'> &
  Pick<StoredInvitation, 'roles' | 'searchText'>

/** Filter of a list of invitations. */
export interface InvitationFilter {
  /** `invited` are those that may still become members. */
  status?: InvitationStatus | 'expired' | 'invited' | undefined
  /** Normalised part of a name or address. */
  text?: string | undefined
}

/** An organization that may not invite an address. */
export interface InvitationBlock {
  organizationId: string
  /** Empty for every organization. */
  organizationName: string
  expiresAt: number
}

/** Invitations. */
export type InvitationRepository = ReturnType<typeof invitationRepository>

/** Invitations in SQL. */
export function invitationRepository(query: Queries) {
  const invitations = () => query.selectFrom('invitations').selectAll('invitations')
  const ofOrganization = (id: string) =>
    query.selectFrom('invitations').where('organizationId', '=', id)
  const count = async (organizationId: string, status: InvitationStatus): Promise<number> => {
    return await countRows(ofOrganization(organizationId).where('status', '=', status))
  }
  const pending = () => query.updateTable('invitations').where('status', '=', 'pending')
  const cancelPending = async (among: ReturnType<typeof pending>): Promise<number> =>
    (await among.set({ status: 'cancelled' }).returning('id').execute()).length
  return {
    /** Returns the ids of those whose address has no pending one and whose ids are free. */
    insert: (rows: readonly (Invitation & { searchText: string })[]) =>
      readAll(
        query
          .insertInto('invitations')
          .values(rows.map((one) => ({ ...one, roles: JSON.stringify(one.roles) })))
          .onConflict((conflict) => conflict.doNothing())
          .returning('id'),
        ({ id }) => id,
      ),
    find: (organizationId: string, id: string) =>
      readFirst(
        invitations().where('id', '=', id).where('organizationId', '=', organizationId),
        toInvitation,
      ),
    /** Returns the invitation that may still become a membership. */
    findInvited: (organizationId: string, membershipId: string) =>
      readFirst(
        invitations()
          .where('membershipId', '=', membershipId)
          .where('organizationId', '=', organizationId)
          .where('status', 'in', ['draft', 'pending']),
        toInvitation,
      ),
    findByTicket: (ticketHash: string) =>
      readFirst(invitations().where('ticketHash', '=', ticketHash), toInvitation),
    /** Returns the pending invitations of an organization to some addresses. */
    pendingTo: (organizationId: string, addresses: readonly string[]) =>
      ofOrganization(organizationId)
        .select(['id', 'address'])
        .where('address', 'in', addresses)
        // A constant, because the index of pending invitations serves no parameter.
        .where('status', '=', sql.lit('pending'))
        .execute(),
    /** Returns invitations of an organization, newest first. */
    list: async (
      organizationId: string,
      { status, text }: InvitationFilter,
      now: number,
      { offset, limit }: { offset: number; limit: number },
    ): Promise<{ list: Invitation[]; total: number }> => {
      let found = ofOrganization(organizationId)
      if (status === 'invited') {
        found = found.where('status', 'in', ['draft', 'pending'])
      } else if (status !== undefined) {
        found = found.where('status', '=', status === 'expired' ? 'pending' : status)
      }
      if (status === 'pending') found = found.where('expiresAt', '>', now)
      if (status === 'expired') found = found.where('expiresAt', '<=', now)
      if (text !== undefined) {
        const escaped = text.replaceAll(/[%_\\]/g, '')
        found = found.where('searchText', 'like', `%${escaped}%`)
      }
      const rows = await found
        .selectAll()
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      const total = await countRows(found)
      return { list: rows.map(toInvitation), total }
    },
    /** Returns the open invitations to some addresses, in organizations of an application. */
    to: async (addresses: readonly string[], aid: number, now: number): Promise<Invitation[]> => {
      if (addresses.length === 0) return []
      const rows = await invitations()
        .innerJoin('organizations', 'organizations.id', 'invitations.organizationId')
        .where('invitations.address', 'in', addresses)
        .where('invitations.status', '=', 'pending')
        .where('invitations.expiresAt', '>', now)
        .where('organizations.aid', '=', aid)
        .where('organizations.isFrozen', '=', 0)
        .orderBy('invitations.createdAt', 'desc')
        .limit(100)
        .execute()
      return rows.map(toInvitation)
    },
    countPending: (organizationId: string) => count(organizationId, 'pending'),
    countDrafts: (organizationId: string) => count(organizationId, 'draft'),
    /** Ends a draft, whose membership another invitation becomes; undefined when there is none. */
    takeDraft: (organizationId: string, membershipId: string) =>
      readFirst(
        query
          .deleteFrom('invitations')
          .where('organizationId', '=', organizationId)
          .where('membershipId', '=', membershipId)
          .where('status', '=', 'draft')
          .returningAll(),
        toInvitation,
      ),
    /** Changes a pending invitation; returns false when it is not pending. */
    update: (id: string, change: InvitationChange) =>
      changesAny(pending().set(change).where('id', '=', id)),
    /** Counts a message and replaces the ticket; false when not pending or sent after `sentBefore`. */
    resend: (
      id: string,
      renewal: Pick<Invitation, 'ticketHash' | 'sentAt' | 'expiresAt'>,
      sentBefore: number,
    ) =>
      changesAny(
        pending()
          .set((row) => ({ ...renewal, sentCount: row('sentCount', '+', 1) }))
          .where('id', '=', id)
          .where((row) =>
            row.or([
              row('sentAt', '<=', sentBefore),
              row('sentAt', '>', renewal.sentAt + CLOCK_SKEW_MS),
            ]),
          ),
      ),
    /** Ends pending invitations and drafts; returns those that were. */
    cancel: (organizationId: string, ids: readonly string[]) =>
      readAll(
        query
          .updateTable('invitations')
          .set({ status: 'cancelled' })
          .where('organizationId', '=', organizationId)
          .where('id', 'in', ids)
          .where('status', 'in', ['draft', 'pending'])
          .returning('id'),
        ({ id }) => id,
      ),
    /** Ends what members have sent, or sent anew, since a time. */
    cancelOf: (inviters: readonly string[], since: number = 0) =>
      cancelPending(pending().where('invitedBy', 'in', inviters).where('sentAt', '>=', since)),
    /** Ends an open invitation once and returns it; undefined when it is no longer open. */
    end: (id: string, status: 'accepted' | 'declined', accountId: string, now: number) =>
      readFirst(
        pending()
          .set({ status, acceptedBy: accountId })
          .where('id', '=', id)
          .where('expiresAt', '>', now)
          .returningAll(),
        toInvitation,
      ),
    /** Ends the pending invitations to an address and returns how many. */
    cancelTo: (address: string) => cancelPending(pending().where('address', '=', address)),
    /** Keeps an organization from inviting an address until then. */
    block: (address: string, organizationId: string, expiresAt: number) =>
      run(
        query
          .insertInto('invitationBlocks')
          .values({ address, organizationId, expiresAt })
          .onConflict((conflict) =>
            conflict.columns(['address', 'organizationId']).doUpdateSet({ expiresAt }),
          ),
      ),
    /** Lets one organization, or all, invite addresses again; returns false when none was kept from it. */
    unblock: (addresses: readonly string[], organizationId?: string) => {
      let blocks = query.deleteFrom('invitationBlocks').where('address', 'in', addresses)
      if (organizationId !== undefined) {
        blocks = blocks.where('organizationId', '=', organizationId)
      }
      return changesAny(blocks)
    },
    /** Returns those addresses that an organization may not invite. */
    blockedAmong: (addresses: readonly string[], organizationId: string, now: number) =>
      readAll(
        query
          .selectFrom('invitationBlocks')
          .select('address')
          .where('address', 'in', addresses)
          .where('organizationId', 'in', [organizationId, EVERY_ORGANIZATION])
          .where('expiresAt', '>', now),
        ({ address }) => address,
      ),
    /** Returns the organizations that may not invite some addresses, with their names. */
    blocksOf: async (addresses: readonly string[], now: number): Promise<InvitationBlock[]> => {
      if (addresses.length === 0) return []
      const rows = await query
        .selectFrom('invitationBlocks')
        .leftJoin('organizations', 'organizations.id', 'invitationBlocks.organizationId')
        .select(['organizationId', 'organizations.name', 'invitationBlocks.expiresAt'])
        .where('address', 'in', addresses)
        .where('expiresAt', '>', now)
        .orderBy('expiresAt', 'desc')
        .execute()
      return rows.map(({ name, ...row }) => ({ ...row, organizationName: name ?? '' }))
    },
  }
}

function toInvitation(row: StoredInvitation): Invitation {
  return { ...row, roles: JSON.parse(row.roles) as string[] }
}
