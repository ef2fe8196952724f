import { atom } from 'nanostores'
import type { Invitation } from '../../src/client/calls/invitations.ts'
import type { Member } from '../../src/client/calls/members.ts'
import type { OrganizationEvent } from '../../src/client/calls/organization-events.ts'
import type { Role } from '../../src/client/calls/roles.ts'
import { builtInRoles } from '#protocol/permissions.ts'
import type {
  OrganizationState,
  OrganizationStore,
} from '../../src/enterprise/flows/organization-store.ts'
import type { TransferStep } from '../../src/enterprise/flows/transfer.ts'
import type { Instance } from '../../src/base/instance.ts'
import type { Messages } from '../../src/messages/messages.ts'
import { sampleAccount } from './sample-account.ts'

const nothing = (): void => undefined
const stay = (): Promise<void> => Promise.resolve()

/** Unix time of a day in November 2026. */
const THEN = 1_795_000_000

const organization = {
  organizationId: '115989203288256',
  organizationName: 'Harbour KK',
  logoUrl: '',
  createTime: THEN,
  managerId: '1',
  memberCount: 4312,
  holdUntil: 0,
}

/** State for a manager, or for a member with these permissions. */
export function readyState(
  permissions: readonly string[] = builtInRoles.manager ?? [],
  holdUntil = 0,
): OrganizationState {
  return {
    at: 'ready',
    user: { ...sampleAccount, membershipId: '1', organizationId: organization.organizationId },
    organization: { ...organization, holdUntil },
    rights: {
      permissions: new Set(permissions),
      isManager: permissions.includes('admin.transfer'),
    },
    isReceived: holdUntil > 0,
  }
}

/** State for a manager who has just got the organization. */
export const heldState = readyState(undefined, THEN)

/** Every state of the gate. */
export function gateStates({ common }: Messages): Record<string, OrganizationState> {
  const membership = {
    organizationId: organization.organizationId,
    membershipId: '1',
    organizationName: 'Harbour KK',
    organizationLabel: 'Harbour KK',
    logoUrl: '',
    memberName: 'Ann Lee',
    isFrozen: false,
    isCurrent: false,
    isManager: true,
  }
  const frozen = {
    ...membership,
    membershipId: '2',
    organizationName: 'Orchard Ltd',
    organizationLabel: 'Orchard Ltd',
    isFrozen: true,
  }
  return {
    loading: { at: 'loading' },
    'signed out': { at: 'signed-out', from: '', hasAgreed: false },
    'signed out of an organization': { at: 'signed-out', from: 'Harbour KK', hasAgreed: false },
    'signed out by a hand-over': { at: 'signed-out', from: 'Harbour KK', hasAgreed: true },
    offline: { at: 'failed', formError: { text: common.offline } },
    'no organization': { at: 'oneself', memberships: [] },
    'to choose, one frozen': { at: 'oneself', memberships: [membership, frozen] },
    'another identity': { at: 'elsewhere', name: 'Orchard Ltd' },
  }
}

export function fixtureStore(instance: Instance, state: OrganizationState): OrganizationStore {
  return {
    instance,
    $state: atom(state),
    $notice: atom(''),
    $hasFailed: atom(false),
    $question: atom(undefined),
    load: stay,
    send: () => Promise.reject(new Error('nothing is sent here')),
    may: (permission) => state.at === 'ready' && state.rights.permissions.has(permission),
    noteAgreed: nothing,
    refreshRights: stay,
    actFor: stay,
    unfreeze: stay,
    setOrganization: nothing,
    showNotice: nothing,
    ask: nothing,
  }
}

function member(id: string, name: string, more: Partial<Member> = {}): Member {
  return {
    membershipId: id,
    idForRoles: `si_${id}`,
    idForTransfer: `sm_${id}`,
    memberName: name,
    isFrozen: false,
    roles: ['member'],
    mobile: '',
    email: 'b***@example.com',
    lastSignInTime: THEN,
    ...more,
  }
}

export const sampleMembers = [
  member('1', 'Ann Lee', { roles: ['manager', 'member'] }),
  member('2', 'Ben Ito', { roles: ['admin', 'member'] }),
  member('3', '佐藤 花', { isFrozen: true, roles: ['member', 'support'] }),
]

export const sampleInvitation: Invitation = {
  invitationId: '7',
  memberName: 'Cara Holm',
  link: 'https://id.example.com/invitation#5dP1mZ',
  channel: 'email',
  target: 'cleo@example.com',
  roles: ['support'],
  status: 'pending',
  inviterName: 'Ann Lee',
  expireTime: THEN,
  retryTime: 0,
}

function role(key: string, more: Partial<Role> = {}): Role {
  return {
    roleKey: key,
    roleName: key,
    permissions: [...(builtInRoles[key] ?? [])],
    description: '',
    isBuiltIn: true,
    isBanned: false,
    memberCount: 1,
    ...more,
  }
}

const own = { isBuiltIn: false, permissions: ['invite.create', 'subject.delete'] } as const

export const sampleRoles: readonly Role[] = [
  role('manager'),
  role('admin'),
  role('member'),
  role('support', { ...own, permissions: [...own.permissions], roleName: 'Support' }),
  role('night', {
    isBuiltIn: false,
    permissions: ['deputy.read'],
    roleName: 'Night',
    isBanned: true,
  }),
]

export const sampleEvents: readonly OrganizationEvent[] = [
  ['role_given', 'Ben Ito'],
  ['member_frozen', '佐藤 花'],
  ['organization_created', ''],
].map(([kind = '', target = ''], at) => ({
  eventId: String(at),
  time: THEN,
  kind,
  actor: '1',
  actorName: 'Ann Lee',
  target: '2',
  targetName: target,
  detail: '{}',
  device: 'Firefox on Windows',
  address: '203.0.113.…',
}))

/** Every step of a transfer, for both people. */
export const transferSteps: readonly TransferStep[] = [
  { at: 'failed' },
  { at: 'no-address' },
  { at: 'held', until: THEN },
  { at: 'begin', sentTo: 'ann@example.com' },
  { at: 'own-code', sentTo: 'a**@example.com' },
  { at: 'choose' },
  { at: 'wait', to: 'Ben Ito', until: THEN },
  { at: 'agreed', to: 'Ben Ito', until: THEN },
  { at: 'not-here', to: 'Ben Ito', until: THEN },
  { at: 'asked', from: 'Ann Lee', until: THEN },
  { at: 'has-agreed', from: 'Ann Lee', until: THEN },
  { at: 'done', to: 'Ben Ito' },
  { at: 'none' },
]
