import type { OrganizationServices } from './acting.ts'
import { ADMIN } from '#protocol/permissions.ts'
import { notifyOwner } from '../accounts/notify.ts'
import { serverSource } from '../calls/operator-source.ts'

/** Administrators who get a mail besides the manager; further ones find the event. */
const MAX_NOTIFIED = 20

/** Notes that an organization has lost a domain, and tells its manager and administrators. */
export async function noteLostDomain(
  tx: OrganizationServices,
  organizationId: string,
  domain: string,
  kind: 'domain_taken_over' | 'domain_record_gone',
): Promise<void> {
  const { accounts, memberships, organizationEvents, organizations } = tx
  const organization = await organizations.find(organizationId)
  if (organization === undefined) return
  // Nothing about who has the domain now.
  const source = serverSource(organization.aid, kind)
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
