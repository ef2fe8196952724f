import { sql } from 'kysely'
import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'
import type { InvitedRecipient } from './recipient.ts'

/**
 * State of an invitation. An expired one is still pending, and can be sent again; a draft has no
 * address yet.
 */
export type InvitationStatus = 'draft' | 'pending' | 'accepted' | 'declined' | 'cancelled'

/** An invitation into an organization. */
export interface Invitation {
  id: string
  channel: InvitedRecipient['channel']
  /** An address, or an open id. */
  address: string
  organizationId: string
  /** Id of the membership that it becomes. */
  membershipId: string
  name: string
  roles: string[]
  next: string
  externalId: string
  ticketHash: string
  status: InvitationStatus
  /** Membership of who sent it. */
  invitedBy: string
  inviterName: string
  /** Account that accepted it. */
  acceptedBy: string
  sentCount: number
  sentAt: number
  createdAt: number
  expiresAt: number
}

/** A row of `invitations`. */
export interface StoredInvitation extends Omit<Invitation, 'roles'> {
  /** JSON list. */
  roles: string
  /** Normalised name and address. */
  searchText: string
}

/** Stands for every organization in a block. */
export const EVERY_ORGANIZATION = '*'

/** Fields of a pending invitation that may change. */
export type InvitationChange = Partial<
  Pick<
    StoredInvitation,
    | 'channel'
    | 'address'
    | 'name'
    | 'roles'
    | 'next'
    | 'ticketHash'
    | 'sentAt'
    | 'expiresAt'
    | 'searchText'
  >
>

/** Filter of a list of invitations. */
export interface InvitationFilter {
  /** `invited` are those that may still become members. */
  status?: InvitationStatus | 'expired' | 'invited' | undefined
  /** Normalised part of a name or address. */
  text?: string | undefined
}

/** Invitations. */
export interface InvitationRepository {
  /** Returns false when the address has a pending one already, or an id is taken. */
  insert(invitation: Invitation, searchText: string): Promise<boolean>
  find(organizationId: string, id: string): Promise<Invitation | undefined>
  findByTicket(ticketHash: string): Promise<Invitation | undefined>
  findPending(organizationId: string, address: string): Promise<Invitation | undefined>
  /** Returns invitations of an organization, newest first. */
  list(
    organizationId: string,
    filter: InvitationFilter,
    now: number,
    page: { offset: number; limit: number },
  ): Promise<{ list: Invitation[]; total: number }>
  /** Returns the open invitations to some addresses, in organizations of an application. */
  to(addresses: readonly string[], aid: number, now: number): Promise<Invitation[]>
  countPending(organizationId: string): Promise<number>
  countDrafts(organizationId: string): Promise<number>
  /** Ends a draft, whose membership another invitation becomes; undefined when there is none. */
  takeDraft(organizationId: string, membershipId: string): Promise<Invitation | undefined>
  /** Changes a pending invitation; returns false when it is not pending. */
  update(id: string, change: InvitationChange): Promise<boolean>
  /** Counts a message and replaces the ticket; false when not pending or sent after `sentBefore`. */
  resend(
    id: string,
    fresh: Pick<Invitation, 'ticketHash' | 'sentAt' | 'expiresAt'>,
    sentBefore: number,
  ): Promise<boolean>
  /** Ends pending invitations and drafts; returns those that were. */
  cancel(organizationId: string, ids: readonly string[]): Promise<string[]>
  /** Ends what members have sent. */
  cancelOf(inviters: readonly string[]): Promise<number>
  /** Ends an open invitation once; returns false when it is no longer open. */
  end(id: string, status: 'accepted' | 'declined', accountId: string, now: number): Promise<boolean>
  /** Ends the pending invitations to an address and returns how many. */
  cancelTo(address: string): Promise<number>
  block(address: string, organizationId: string): Promise<void>
  isBlocked(address: string, organizationId: string): Promise<boolean>
  /** Lets every organization invite an address again; returns false when none was kept from it. */
  unblock(address: string): Promise<boolean>
}

/** Invitations in SQL. */
export function invitationRepository(query: Queries): InvitationRepository {
  const invitations = () => query.selectFrom('invitations').selectAll('invitations')
  const count = async (organizationId: string, status: InvitationStatus): Promise<number> => {
    const { total } = await query
      .selectFrom('invitations')
      .select((all) => all.fn.countAll<number>().as('total'))
      .where('organizationId', '=', organizationId)
      .where('status', '=', status)
      .executeTakeFirstOrThrow()
    return total
  }
  return {
    insert: (invitation, searchText) =>
      changesAny(
        query
          .insertInto('invitations')
          .values({ ...invitation, roles: JSON.stringify(invitation.roles), searchText })
          .onConflict((conflict) => conflict.doNothing()),
      ),
    find: async (organizationId, id) => {
      const row = await invitations()
        .where('id', '=', id)
        .where('organizationId', '=', organizationId)
        .executeTakeFirst()
      return row && toInvitation(row)
    },
    findByTicket: async (ticketHash) => {
      const row = await invitations().where('ticketHash', '=', ticketHash).executeTakeFirst()
      return row && toInvitation(row)
    },
    findPending: async (organizationId, address) => {
      const row = await invitations()
        .where('organizationId', '=', organizationId)
        .where('address', '=', address)
        // A constant, because the index of pending invitations serves no parameter.
        .where('status', '=', sql.lit('pending'))
        .executeTakeFirst()
      return row && toInvitation(row)
    },
    list: async (organizationId, { status, text }, now, { offset, limit }) => {
      let found = query.selectFrom('invitations').where('organizationId', '=', organizationId)
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
      const { total } = await found
        .select((all) => all.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return { list: rows.map(toInvitation), total }
    },
    to: async (addresses, aid, now) => {
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
    countPending: (organizationId) => count(organizationId, 'pending'),
    countDrafts: (organizationId) => count(organizationId, 'draft'),
    takeDraft: async (organizationId, membershipId) => {
      const row = await query
        .deleteFrom('invitations')
        .where('organizationId', '=', organizationId)
        .where('membershipId', '=', membershipId)
        .where('status', '=', 'draft')
        .returningAll()
        .executeTakeFirst()
      return row && toInvitation(row)
    },
    update: (id, change) =>
      changesAny(
        query
          .updateTable('invitations')
          .set(change)
          .where('id', '=', id)
          .where('status', '=', 'pending'),
      ),
    resend: (id, fresh, sentBefore) =>
      changesAny(
        query
          .updateTable('invitations')
          .set((row) => ({ ...fresh, sentCount: row('sentCount', '+', 1) }))
          .where('id', '=', id)
          .where('status', '=', 'pending')
          .where('sentAt', '<=', sentBefore),
      ),
    cancel: async (organizationId, ids) => {
      const rows = await query
        .updateTable('invitations')
        .set({ status: 'cancelled' })
        .where('organizationId', '=', organizationId)
        .where('id', 'in', ids)
        .where('status', 'in', ['draft', 'pending'])
        .returning('id')
        .execute()
      return rows.map(({ id }) => id)
    },
    cancelOf: async (inviters) => {
      const rows = await query
        .updateTable('invitations')
        .set({ status: 'cancelled' })
        .where('invitedBy', 'in', inviters)
        .where('status', '=', 'pending')
        .returning('id')
        .execute()
      return rows.length
    },
    end: (id, status, accountId, now) =>
      changesAny(
        query
          .updateTable('invitations')
          .set({ status, acceptedBy: accountId })
          .where('id', '=', id)
          .where('status', '=', 'pending')
          .where('expiresAt', '>', now),
      ),
    cancelTo: async (address) => {
      const rows = await query
        .updateTable('invitations')
        .set({ status: 'cancelled' })
        .where('address', '=', address)
        .where('status', '=', 'pending')
        .returning('id')
        .execute()
      return rows.length
    },
    block: async (address, organizationId) => {
      await query
        .insertInto('invitationBlocks')
        .values({ address, organizationId })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    unblock: (address) =>
      changesAny(query.deleteFrom('invitationBlocks').where('address', '=', address)),
    isBlocked: async (address, organizationId) => {
      const row = await query
        .selectFrom('invitationBlocks')
        .select('address')
        .where('address', '=', address)
        .where('organizationId', 'in', [organizationId, EVERY_ORGANIZATION])
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

function toInvitation(row: StoredInvitation): Invitation {
  return { ...row, roles: JSON.parse(row.roles) as string[] }
}
