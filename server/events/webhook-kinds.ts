import type { OrganizationEventKind } from '#protocol/organization-event-kinds.ts'
import type { EventKind } from '../store/event-kinds.ts'

/** Kinds of events that endpoints can ask for; `ping` comes when an endpoint is added. */
export const webhookKinds = [
  'user.created',
  'user.updated',
  'user.deleted',
  'user.state_changed',
  'session.created',
  'session.ended',
  'password.changed',
  'password.locked',
  'factor.added',
  'factor.removed',
  'linked.added',
  'linked.removed',
  'member.added',
  'member.removed',
  'grant.allowed',
  'grant.revoked',
  'organization.changed',
  'ping',
] as const

export type WebhookKind = (typeof webhookKinds)[number]

/** A sentence that says why nobody is told. */
interface None {
  readonly none: string
}

const bySession = { none: 'each session is told when it begins and when it ends' }
const byOrganization = { none: 'the event of the organization is told' }
const step = { none: 'it is a step of something that has its own' }
const invitation = { none: 'nobody has joined or left' }

/** What endpoints are told of an account's events. */
export const kindsOfEvents = {
  signed_up: 'user.created',
  signed_in: bySession,
  signed_out: bySession,
  signed_out_everywhere: bySession,
  session_revoked: bySession,
  password_set: 'password.changed',
  password_changed: 'password.changed',
  password_reset: 'password.changed',
  password_locked: 'password.locked',
  second_verified: step,
  mobile_bound: 'user.updated',
  mobile_unbound: 'user.updated',
  mobile_changed: 'user.updated',
  email_bound: 'user.updated',
  email_unbound: 'user.updated',
  email_changed: 'user.updated',
  connection_added: 'linked.added',
  connection_removed: 'linked.removed',
  method_added: 'factor.added',
  method_removed: 'factor.removed',
  recovery_codes_made: 'factor.added',
  recovery_code_used: step,
  passkey_added: 'factor.added',
  passkey_removed: 'factor.removed',
  passkey_copied: { none: 'the passkey stays; its owner has to confirm it' },
  level_raised: 'user.updated',
  level_lowered: 'user.updated',
  recovery_started: step,
  recovery_cancelled: step,
  recovery_done: 'factor.removed',
  program_allowed: 'grant.allowed',
  program_extended: 'grant.allowed',
  program_changed: 'grant.revoked',
  program_revoked: 'grant.revoked',
  program_refused: { none: 'nothing was allowed' },
  program_token_reused: { none: 'the consent stays' },
  qr_confirmed: bySession,
  qr_refused: step,
  username_changed: 'user.updated',
  name_changed: 'user.updated',
  organization_created: byOrganization,
  organization_joined: byOrganization,
  closing_started: 'user.state_changed',
  closing_revoked: 'user.state_changed',
  account_deleted: 'user.deleted',
  banned: 'user.state_changed',
  unbanned: 'user.state_changed',
  account_frozen: 'user.state_changed',
  account_unfrozen: 'user.state_changed',
  account_limited: 'user.state_changed',
  account_unlimited: 'user.state_changed',
  webhook_off: { none: 'the operator is told by mail' },
} as const satisfies Record<EventKind, WebhookKind | None>

/** What endpoints are told of an organization's events. */
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
