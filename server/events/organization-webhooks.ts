import type { OrganizationEventKind } from '#protocol/organization-event-kinds.ts'
import type { WebhookKind } from '#protocol/webhook-kinds.ts'

/** A sentence that says why nobody is told. */
interface None {
  readonly none: string
}

const step = { none: 'it is a step of something that has its own' }
const invitation = { none: 'nobody has joined or left' }

/** What webhooks are told of an organization's events. */
export const kindsOfOrganizationEvents = {
  organization_created: 'organization.changed',
  organization_updated: 'organization.changed',
  organization_frozen: 'organization.changed',
  organization_unfrozen: 'organization.changed',
  policy_updated: 'organization.changed',
  domain_added: 'organization.changed',
  domain_verified: 'organization.changed',
  domain_removed: 'organization.changed',
  domain_lost: 'organization.changed',
  member_drafted: invitation,
  member_joined: 'member.added',
  member_updated: 'organization.changed',
  member_frozen: 'organization.changed',
  member_unfrozen: 'organization.changed',
  member_removed: 'member.removed',
  member_left: 'member.removed',
  role_created: 'organization.changed',
  role_updated: 'organization.changed',
  role_banned: 'organization.changed',
  role_unbanned: 'organization.changed',
  role_given: 'organization.changed',
  role_taken: 'organization.changed',
  invitation_sent: invitation,
  invitation_updated: invitation,
  invitation_resent: invitation,
  invitation_cancelled: invitation,
  invitation_declined: invitation,
  invitation_reported: invitation,
  invitation_asked: invitation,
  invitations_stopped: invitation,
  transfer_started: step,
  transfer_code_sent: step,
  transfer_agreed: step,
  transfer_cancelled: step,
  manager_changed: 'organization.changed',
  events_exported: { none: 'nothing has changed' },
  permission_refused: { none: 'nothing has changed' },
} as const satisfies Record<OrganizationEventKind, WebhookKind | None>
