import type { OrganizationServices } from './acting.ts'
import { DAY_MS, HOUR_MS } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { LOOKUP_INTERVAL_MS } from '../store/organization-domain-repository.ts'
import { domainRecordOf } from './domain-records.ts'
import { noteLostDomain } from './lose-domain.ts'
import type { OrganizationDomain } from '../store/schema/organizations.ts'

/** Looked up side by side, each for some seconds at most: the lease of the cleanup lasts longer. */
const MAX_AT_ONCE = 10
const MAX_MISSED = 3

/** Looks up the records of domains that are due; those not found on three days are lost. */
export async function lookUpDueDomains(services: OrganizationServices): Promise<void> {
  const { clock, organizationDomains } = services
  const due = await organizationDomains.due(clock(), MAX_AT_ONCE)
  await Promise.all(due.map((domain) => lookUp(services, domain)))
}

async function lookUp(services: OrganizationServices, due: OrganizationDomain): Promise<void> {
  const { clock, organizationDomains, transaction } = services
  const found = await findRecord(services, due)
  const now = clock()
  if (found === 'record') {
    await organizationDomains.recordLookup(due, 0, now + LOOKUP_INTERVAL_MS)
    return
  }
  // Name servers that do not answer say nothing about the record.
  if (found === 'no answer') {
    await organizationDomains.recordLookup(due, due.missedLookups, now + HOUR_MS)
    return
  }
  if (due.missedLookups + 1 < MAX_MISSED) {
    await organizationDomains.recordLookup(due, due.missedLookups + 1, now + DAY_MS)
    return
  }
  await transaction(async (tx) => {
    if (!(await tx.organizationDomains.removeDue(due))) return
    await noteLostDomain(tx, due.organizationId, due.domain, 'domain_record_gone')
  })
}

async function findRecord(
  services: OrganizationServices,
  due: OrganizationDomain,
): Promise<'record' | 'no record' | 'no answer'> {
  try {
    await services.domainRecords.require(domainRecordOf(services, due))
    return 'record'
  } catch (error) {
    if (!(error instanceof PassportError)) throw error
    return error.error === 'domain_record_missing' ? 'no record' : 'no answer'
  }
}
