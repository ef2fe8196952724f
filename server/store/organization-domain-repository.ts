import { expressionBuilder } from 'kysely'
import { CLOCK_SKEW_MS, DAY_MS } from '../lib/clock.ts'
import { searchKeyOf } from './search-keys.ts'
import { changesAny, insertNew, readFirst, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'
import type { OrganizationDomain } from './schema/organizations.ts'

/** Longest time between two look-ups of a record. */
export const LOOKUP_INTERVAL_MS = 7 * DAY_MS

/** Domains of organizations; a verified one belongs to one organization of an application. */
export type OrganizationDomainRepository = ReturnType<typeof organizationDomainRepository>

/** Domains of organizations in SQL. */
export function organizationDomainRepository(query: Queries) {
  const domains = () => query.selectFrom('organizationDomains').selectAll()
  const isStill = ({ organizationId, domain, nextLookupAt }: OrganizationDomain) => {
    const row = expressionBuilder<Tables, 'organizationDomains'>()
    return row.and({ organizationId, domain, nextLookupAt, state: 'verified' })
  }
  return {
    /** Returns the domains of an organization, by name. */
    list: (organizationId: string) =>
      domains().where('organizationId', '=', organizationId).orderBy('domain').execute(),
    /** Returns the organization that has proved a domain. */
    ownerOf: (aid: number, domain: string) =>
      readFirst(
        domains()
          .where('aid', '=', aid)
          .where('domain', '=', domain)
          .where('state', '=', 'verified'),
        ({ organizationId }) => organizationId,
      ),
    /**
     * Stores a domain that is not verified, or where its code was sent; returns its claim.
     * Undefined when it is verified, or its last code was sent after `sentBefore`.
     */
    start: async (domain: OrganizationDomain, sentBefore: number): Promise<string | undefined> => {
      const { mailbox, sentAt } = domain
      const stored = await query
        .insertInto('organizationDomains')
        .values({
          ...domain,
          domainKey: searchKeyOf(domain.domain),
          codeHash: '',
          tries: 0,
          expiresAt: 0,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['organizationId', 'domain'])
            .doUpdateSet({ mailbox, sentAt })
            .where('organizationDomains.state', '=', 'pending')
            .where((row) =>
              row.or([
                row('organizationDomains.sentAt', '<=', sentBefore),
                // Without a code nothing is sent, and one that was sent stays.
                ...(sentAt === 0
                  ? []
                  : [row('organizationDomains.sentAt', '>', sentAt + CLOCK_SKEW_MS)]),
              ]),
            ),
        )
        .returning('claim')
        .executeTakeFirst()
      return stored?.claim
    },
    /**
     * Marks a claimed domain as verified; `stale` when the claim has ended, and `taken` when another
     * organization has it. The transaction must then be rolled back.
     */
    verify: async (
      { organizationId, domain, claim }: OrganizationDomain,
      by: 'code' | 'record',
      now: number,
    ): Promise<'verified' | 'stale' | 'taken'> => {
      const pending = await query
        .deleteFrom('organizationDomains')
        .where('organizationId', '=', organizationId)
        .where('domain', '=', domain)
        .where('state', '=', 'pending')
        .where('claim', '=', claim)
        .returningAll()
        .executeTakeFirst()
      if (pending === undefined) return 'stale'
      // Inserted again, since an update cannot report that the unique index refused it.
      const isInserted = await insertNew(query, 'organizationDomains', {
        ...pending,
        state: 'verified',
        verifiedAt: now,
        nextLookupAt: by === 'record' ? now + LOOKUP_INTERVAL_MS : 0,
      })
      return isInserted ? 'verified' : 'taken'
    },
    /** Replaces the claims to a domain that are not verified. */
    renewClaims: (aid: number, domain: string, claim: string) =>
      run(
        query
          .updateTable('organizationDomains')
          .set({ claim })
          .where('aid', '=', aid)
          .where('domain', '=', domain)
          .where('state', '=', 'pending'),
      ),
    /** Takes a proved domain from another organization than this one; returns which had it. */
    takeFromOthers: (aid: number, domain: string, organizationId: string) =>
      readFirst(
        query
          .deleteFrom('organizationDomains')
          .where('aid', '=', aid)
          .where('domain', '=', domain)
          .where('state', '=', 'verified')
          .where('organizationId', '!=', organizationId)
          .returning('organizationId'),
        (row) => row.organizationId,
      ),
    remove: (organizationId: string, domain: string) =>
      changesAny(
        query
          .deleteFrom('organizationDomains')
          .where('organizationId', '=', organizationId)
          .where('domain', '=', domain),
      ),
    /** Returns domains whose record is to be looked up again. */
    due: (now: number, limit: number) =>
      domains()
        .where('nextLookupAt', '>', 0)
        .where((row) =>
          row.or([
            row('nextLookupAt', '<=', now),
            row('nextLookupAt', '>', now + LOOKUP_INTERVAL_MS + CLOCK_SKEW_MS),
          ]),
        )
        .orderBy('nextLookupAt')
        .limit(limit)
        .execute(),
    /** Records a look-up, unless there was another one since. */
    recordLookup: (due: OrganizationDomain, missedLookups: number, nextLookupAt: number) =>
      run(
        query
          .updateTable('organizationDomains')
          .set({ missedLookups, nextLookupAt })
          .where(isStill(due)),
      ),
    /** Removes a domain; returns false when it was looked up again or is no longer the organization's. */
    removeDue: (due: OrganizationDomain) =>
      changesAny(query.deleteFrom('organizationDomains').where(isStill(due))),
  }
}
