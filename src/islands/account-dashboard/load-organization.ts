import { listOrganizationEvents } from '../../../widget/src/client/calls/organization-events.ts'
import { listInvitations } from '../../../widget/src/client/calls/invitations.ts'
import { organizationInfo } from '../../../widget/src/client/calls/organizations.ts'
import { ownRights } from '../../../widget/src/client/calls/roles.ts'
import { sendFor } from '../../../widget/src/client/calls/send.ts'
import type { Client } from '../../../widget/src/client/index.ts'

const CHANGES = 5

/** What the dashboard shows of an organization; undefined is what the person may not see. */
export type OrganizationData = Awaited<ReturnType<typeof loadOrganization>>

/** Fetches what the person may see of the organization that they act for. */
export async function loadOrganization(client: Client, id: string) {
  const send = sendFor(client, id)
  const { permissions } = await ownRights(send)
  const waitingOnly = { q: '', status: 'pending', pageSize: 1 } as const
  const newest = {
    kind: undefined,
    from: undefined,
    to: undefined,
    cursor: undefined,
    pageSize: CHANGES,
  }
  const [organization, invitations, events] = await Promise.all([
    permissions.has('subject.read') ? organizationInfo(send) : undefined,
    permissions.has('invite.read') ? listInvitations(send, waitingOnly) : undefined,
    permissions.has('audit.read') ? listOrganizationEvents(send, newest) : undefined,
  ])
  return {
    permissions,
    organization,
    /** Number of invitations that wait for an answer. */
    waiting: invitations?.total,
    /** The newest first. */
    changes: events?.list,
  }
}
