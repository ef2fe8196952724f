/** What the record of an organization has entries for. */
export const organizationEventKinds = [
  'organization_created',
  'organization_updated',
  'organization_frozen',
  'organization_unfrozen',
  'member_joined',
  'member_updated',
  'member_frozen',
  'member_unfrozen',
  'member_removed',
  'member_left',
  'role_created',
  'role_updated',
  'role_banned',
  'role_unbanned',
  'role_given',
  'role_taken',
  'invitation_sent',
  'invitation_updated',
  'invitation_resent',
  'invitation_cancelled',
  'invitation_declined',
  'invitation_reported',
  'transfer_started',
  'transfer_code_sent',
  'transfer_agreed',
  'transfer_cancelled',
  'manager_changed',
  'events_exported',
] as const

/** What happened in an organization. */
export type OrganizationEventKind = (typeof organizationEventKinds)[number]
