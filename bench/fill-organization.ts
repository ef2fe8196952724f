import { openDatabase } from '../server/store/database.ts'
import { analyze } from '../tests/support/fill-accounts.ts'

const BATCH = 1000

/** Makes the accounts of `fillAccounts` members of an organization, some with a role, and proves a domain for it. */
export async function fillOrganization(
  location: string,
  organizationId: string,
  people: number,
): Promise<void> {
  const { query, close } = openDatabase(location)
  const now = Date.now()
  for (let at = 0; at < people; at += BATCH) {
    const numbers = Array.from({ length: BATCH }, (_, offset) => at + offset)
    await query
      .insertInto('memberships')
      .values(
        numbers.map((number) => ({
          id: String(9_000_000 + number),
          organizationId,
          accountId: String(number),
          name: `Person ${number}`,
          contact: `person${number}@orchard.example`,
          externalId: '',
          searchText: `person ${number} person${number}@orchard.example`,
          isManager: 0 as const,
          isFrozen: 0 as const,
          frozenBy: '' as const,
          isOrganizationFrozen: 0 as const,
          createdAt: now + number,
          lastLoginAt: 0,
        })),
      )
      .execute()
  }
  await query
    .insertInto('organizationDomains')
    .values({
      organizationId,
      domain: 'orchard.example',
      nextLookupAt: 0,
      missedLookups: 0,
      aid: 1001,
      state: 'verified',
      mailbox: 'postmaster',
      claim: '',
      codeHash: '',
      tries: 0,
      sentAt: now,
      expiresAt: now,
      verifiedAt: now,
    })
    .execute()
  await close()
  await analyze(location)
}
