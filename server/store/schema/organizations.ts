import type { OrganizationEventKind } from '#protocol/organization-event-kinds.ts'
import type { InvitedRecipient } from '../recipient.ts'

/** Author of the freezing of an organization or membership; only operators undo what operators did. */
export type FrozenBy = '' | 'manager' | 'operator'

/** A row of `organizations`. */
export interface StoredOrganization {
  id: string
  aid: number
  name: string
  logoUrl: string
  /** JSON objects. */
  baseInfos: string
  detailInfos: string
  isFrozen: 0 | 1
  frozenBy: FrozenBy
  epoch: number
  transferredAt: number
  /** JSON object. */
  policy: string
  createdAt: number
}

/** A row of `memberships`. */
export interface StoredMembership {
  id: string
  organizationId: string
  accountId: string
  name: string
  contact: string
  externalId: string
  /** Normalised name and contact. */
  searchText: string
  isManager: 0 | 1
  isFrozen: 0 | 1
  frozenBy: FrozenBy
  /** Not read: the organization's own row counts. */
  isOrganizationFrozen: 0 | 1
  createdAt: number
  lastLoginAt: number
}

/** A domain of an organization. */
export interface OrganizationDomain {
  organizationId: string
  domain: string
  /** Application of the organization. */
  aid: number
  state: 'pending' | 'verified'
  /** Local part of the address that the code was sent to. */
  mailbox: string
  /** Random, new when the domain is added and when another organization proves it; empty for one of a former version. */
  claim: string
  sentAt: number
  verifiedAt: number
  /** When its record is looked up again; 0 where no record proved it. */
  nextLookupAt: number
  /** Look-ups in a row that have not found the record. */
  missedLookups: number
}

/** One entry of the record of an organization. */
export interface OrganizationEvent {
  id: string
  organizationId: string
  at: number
  kind: OrganizationEventKind
  /** Membership of who did it, or `operator`. */
  actor: string
  actorName: string
  /** Id or key of what was changed; empty for the organization. */
  target: string
  targetName: string
  /** JSON object. */
  detail: string
  aid: number
  device: string
  address: string
  /** Account of the member that it is about; null for other entries, and once the account is erased. */
  accountId: string | null
}

/** A row of `roles`. */
export interface StoredRole {
  organizationId: string
  key: string
  name: string
  /** Normalised name, unique in the organization. */
  nameKey: string
  description: string
  /** JSON list. */
  permissions: string
  isBanned: 0 | 1
  createdAt: number
}

/** A row of `membership_roles`. */
export interface StoredMembershipRole {
  membershipId: string
  roleKey: string
  organizationId: string
}

/**
 * State of an invitation. An expired one is still pending, and can be sent again; a draft has no
 * address yet.
 */
export type InvitationStatus = 'draft' | 'pending' | 'accepted' | 'declined' | 'cancelled'

/** An invitation into an organization. */
export interface Invitation {
  id: string
  channel: InvitedRecipient['channel']
  /** An address, or an open id. */
  address: string
  organizationId: string
  /** Id of the membership that it becomes. */
  membershipId: string
  name: string
  roles: string[]
  next: string
  externalId: string
  ticketHash: string
  status: InvitationStatus
  /** Membership of who sent it. */
  invitedBy: string
  inviterName: string
  /** Account that accepted it. */
  acceptedBy: string
  sentCount: number
  sentAt: number
  createdAt: number
  expiresAt: number
}

/** A row of `invitations`. */
export interface StoredInvitation extends Omit<Invitation, 'roles'> {
  /** JSON list. */
  roles: string
  /** Normalised name and address. */
  searchText: string
}

/** Step of a transfer: the manager proved themself, the successor got a code, or agreed. */
export type TransferState = 'proved' | 'code_sent' | 'agreed'

/** The hand-over of an organization. */
export interface ManagerTransfer {
  organizationId: string
  /** Membership of the manager. */
  fromId: string
  /** Membership of the successor; empty until a code is sent. */
  toId: string
  state: TransferState
  verifyHash: string
  sentCount: number
  sentAt: number
  expiresAt: number
}

/** Columns that only servers of former versions use, which kept codes beside what they prove. */
interface FormerCode {
  codeHash: string
  tries: number
}

/** Tables of organizations. */
export interface OrganizationTables {
  /** What organizations are searched by; null until filled, like `domainKey`. */
  organizations: StoredOrganization & { searchKey: Uint8Array | null }
  memberships: StoredMembership
  organizationDomains: OrganizationDomain &
    FormerCode & { expiresAt: number; domainKey: Uint8Array | null }
  organizationEvents: OrganizationEvent
  roles: StoredRole
  membershipRoles: StoredMembershipRole
  invitations: StoredInvitation
  managerTransfers: ManagerTransfer & FormerCode
  invitationBlocks: { address: string; organizationId: string; expiresAt: number }
}
