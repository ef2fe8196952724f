import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'

/** A domain of an organization. */
export interface OrganizationDomain {
  organizationId: string
  domain: string
  /** Application of the organization. */
  aid: number
  state: 'pending' | 'verified'
  /** Local part of the address that the code was sent to. */
  mailbox: string
  /** Empty once verified. */
  codeHash: string
  tries: number
  sentAt: number
  /** Expiry of the code. */
  expiresAt: number
  verifiedAt: number
}

/** Domains of organizations; a verified one belongs to one organization of an application. */
export interface OrganizationDomainRepository {
  /** Returns the domains of an organization, by name. */
  list(organizationId: string): Promise<OrganizationDomain[]>
  /** Returns the organization that has proved a domain. */
  ownerOf(aid: number, domain: string): Promise<string | undefined>
  /**
   * Stores a new code for a domain that is not verified; returns false when it is, or when the last
   * code was sent after `sentBefore`.
   */
  start(domain: OrganizationDomain, sentBefore: number): Promise<boolean>
  /** Counts an attempt at the code; undefined when none is left or the code has expired. */
  countTry(
    organizationId: string,
    domain: string,
    maxTries: number,
    now: number,
  ): Promise<OrganizationDomain | undefined>
  /**
   * Marks a domain as verified by the code of a hash; `stale` when there is another code by now, and
   * `taken` when another organization has it. The transaction must then be rolled back.
   */
  verify(
    organizationId: string,
    domain: string,
    codeHash: string,
    now: number,
  ): Promise<'verified' | 'stale' | 'taken'>
  remove(organizationId: string, domain: string): Promise<boolean>
}

/** Domains of organizations in SQL. */
export function organizationDomainRepository(query: Queries): OrganizationDomainRepository {
  return {
    list: (organizationId) =>
      query
        .selectFrom('organizationDomains')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .orderBy('domain')
        .execute(),
    ownerOf: async (aid, domain) => {
      const row = await query
        .selectFrom('organizationDomains')
        .select('organizationId')
        .where('aid', '=', aid)
        .where('domain', '=', domain)
        .where('state', '=', 'verified')
        .executeTakeFirst()
      return row?.organizationId
    },
    start: (domain, sentBefore) => {
      const { organizationId, domain: name, aid, ...fresh } = domain
      return changesAny(
        query
          .insertInto('organizationDomains')
          .values({ organizationId, domain: name, aid, ...fresh })
          .onConflict((conflict) =>
            conflict
              .columns(['organizationId', 'domain'])
              .doUpdateSet(fresh)
              .where('organizationDomains.state', '=', 'pending')
              .where('organizationDomains.sentAt', '<=', sentBefore),
          ),
      )
    },
    countTry: (organizationId, domain, maxTries, now) =>
      query
        .updateTable('organizationDomains')
        .set((row) => ({ tries: row('tries', '+', 1) }))
        .where('organizationId', '=', organizationId)
        .where('domain', '=', domain)
        .where('state', '=', 'pending')
        .where('tries', '<', maxTries)
        .where('expiresAt', '>', now)
        .returningAll()
        .executeTakeFirst(),
    verify: async (organizationId, domain, codeHash, now) => {
      const pending = await query
        .deleteFrom('organizationDomains')
        .where('organizationId', '=', organizationId)
        .where('domain', '=', domain)
        .where('state', '=', 'pending')
        .where('codeHash', '=', codeHash)
        .returningAll()
        .executeTakeFirst()
      if (pending === undefined) return 'stale'
      // Inserted again, since an update cannot report that the unique index refused it.
      const isInserted = await changesAny(
        query
          .insertInto('organizationDomains')
          .values({ ...pending, state: 'verified', codeHash: '', verifiedAt: now })
          .onConflict((conflict) => conflict.doNothing()),
      )
      return isInserted ? 'verified' : 'taken'
    },
    remove: (organizationId, domain) =>
      changesAny(
        query
          .deleteFrom('organizationDomains')
          .where('organizationId', '=', organizationId)
          .where('domain', '=', domain),
      ),
  }
}
