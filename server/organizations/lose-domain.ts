import { ADMIN } from '#protocol/permissions.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { notifyOwner, type NotifyServices } from '../accounts/notify.ts'
import type { Memberships } from './memberships.ts'
import type { OrganizationEvents } from './organization-events.ts'
import type { Organizations } from './organizations.ts'

export interface LoseDomainServices extends NotifyServices {
  accounts: Accounts
  memberships: Memberships
  organizationEvents: OrganizationEvents
  organizations: Organizations
}

/** Administrators who get a mail besides the manager; further ones find the event. */
const MAX_NOTIFIED = 20

/** Notes that an organization has lost a domain, and tells its manager and administrators. */
export async function noteLostDomain(
  tx: LoseDomainServices,
  organizationId: string,
  domain: string,
  kind: 'domain_taken_over' | 'domain_record_gone',
): Promise<void> {
  const { accounts, memberships, organizationEvents, organizations } = tx
  const organization = await organizations.find(organizationId)
  if (organization === undefined) return
  // Nothing about who has the domain now.
  const source = {
    app: { aid: organization.aid },
    caller: { address: '', userAgent: '' },
    operation: kind,
  }
  const nobody = { id: '', name: '', organizationId }
  await organizationEvents.note(source, nobody, 'domain_lost', {
    id: domain,
    detail: { because: kind },
  })
  const manager = await memberships.manager(organizationId)
  const administrators = await memberships.members(
    organizationId,
    { role: ADMIN, isFrozen: false },
    { offset: 0, limit: MAX_NOTIFIED },
  )
  const people = [...(manager ? [manager] : []), ...administrators.list]
  for (const accountId of new Set(people.map((one) => one.accountId))) {
    const account = await accounts.byId(accountId)
    if (account === undefined) continue
    const details = { organization: organization.name, address: domain }
    await notifyOwner(tx, source, account, { kind, details })
  }
}
