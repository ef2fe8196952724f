import { atom } from 'nanostores'
import type {
  InvitationInfo,
  MemberInfo,
  OrganizationEventInfo,
  RoleInfo,
} from '#protocol/organization-objects.ts'
import { builtInRoles } from '#protocol/permissions.ts'
import type { ListQuery, ListState } from '../../flows/enterprise/list-query.ts'
import type {
  OrganizationState,
  OrganizationStore,
} from '../../flows/enterprise/organization-store.ts'
import type { TransferStep } from '../../flows/enterprise/transfer.ts'
import type { Instance } from '../../instance.ts'
import type { Messages } from '../../messages/messages.ts'
import { sampleUser } from '../sample-user.ts'

const nothing = (): void => undefined
const stay = (): Promise<void> => Promise.resolve()

/** Unix time of a day in November 2026. */
const THEN = 1_795_000_000

const organization = {
  subject_uid: '115989203288256',
  sec_subject_uid: 'ss_1',
  subject_name: 'Harbour KK',
  base_infos: {},
  detail_infos: {},
  is_frozen: 0 as const,
  create_time: THEN,
  owner_identity_id: '1',
  deputy_count: 4312,
  hold_until: 0,
}

/** State for a manager, or for a member with these permissions. */
export function readyState(
  permissions: readonly string[] = builtInRoles.manager ?? [],
  hold_until = 0,
): OrganizationState {
  return {
    at: 'ready',
    user: { ...sampleUser, user_identity_id: '1', login_subject_uid: organization.subject_uid },
    organization: { ...organization, hold_until },
    rights: {
      permissions: new Set(permissions),
      isManager: permissions.includes('admin.transfer'),
    },
  }
}

/** State for a manager who has just got the organization. */
export const heldState = readyState(undefined, THEN)

/** Every state of the gate. */
export function gateStates({ common }: Messages): Record<string, OrganizationState> {
  const membership = {
    sec_member_id: 'sm_1',
    subject_uid: organization.subject_uid,
    user_identity_id: '1',
    subject_name: 'Harbour KK',
    logo_url: '',
    deputy_name: 'Ann Lee',
    is_frozen: 0 as const,
    current: 0 as const,
    isManager: true,
  }
  const frozen = {
    ...membership,
    user_identity_id: '2',
    subject_name: 'Orchard Ltd',
    is_frozen: 1 as const,
  }
  return {
    loading: { at: 'loading' },
    'signed out': { at: 'signed-out', from: '' },
    'signed out of an organization': { at: 'signed-out', from: 'Harbour KK' },
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
    $question: atom(undefined),
    load: stay,
    send: () => Promise.reject(new Error('nothing is sent here')),
    may: (permission) => state.at === 'ready' && state.rights.permissions.has(permission),
    refreshRights: stay,
    actFor: stay,
    unfreeze: stay,
    setOrganization: nothing,
    showNotice: nothing,
    ask: nothing,
    errorOf: () => undefined,
  }
}

export function fixtureQuery<Row, Filter>(
  rows: readonly Row[],
  filter: Filter,
  state: Partial<ListState<Row>> = {},
): ListQuery<Row, Filter> {
  const { length: total } = rows
  return {
    $state: atom<ListState<Row>>({ step: 'ready', rows, total, page: 1, hasMore: false, ...state }),
    $filter: atom(filter),
    load: stay,
    filter: nothing,
    go: nothing,
    dispose: nothing,
  }
}

function member(id: string, name: string, more: Partial<MemberInfo> = {}): MemberInfo {
  return {
    deputy_identity_id: id,
    user_identity_id: id,
    sec_user_identity_id: `si_${id}`,
    sec_user_id: `su_${id}`,
    sec_member_id: `sm_${id}`,
    deputy_name: name,
    login_subject_uid: organization.subject_uid,
    is_frozen: 0,
    status: 'active',
    roles: ['member'],
    mobile: '',
    email: 'b***@example.com',
    external_id: '',
    create_time: THEN,
    last_login_time: THEN,
    ...more,
  }
}

export const sampleMembers = [
  member('1', 'Ann Lee', { roles: ['manager', 'member'] }),
  member('2', 'Ben Ito', { roles: ['admin', 'member'] }),
  member('3', '佐藤 花', { is_frozen: 1, status: 'frozen', roles: ['member', 'support'] }),
]

export const sampleInvitation: InvitationInfo = {
  invite_id: '7',
  deputy_identity_id: '8',
  deputy_name: 'Cara Holm',
  next_url: '',
  link: 'https://id.example.com/invitation#5dP1mZ',
  channel: 'email',
  target: 'c***@example.com',
  roles: ['support'],
  status: 'pending',
  inviter_name: 'Ann Lee',
  create_time: THEN,
  expire_time: THEN,
  resend_count: 0,
  retry_time: 0,
}

function role(key: string, more: Partial<RoleInfo> = {}): RoleInfo {
  return {
    role_key: key,
    role_name: key,
    permissions: [...(builtInRoles[key] ?? [])],
    description: '',
    subject_uid: organization.subject_uid,
    is_builtin: 1,
    is_banned: 0,
    user_count: 1,
    ...more,
  }
}

const own = { is_builtin: 0, permissions: ['invite.create', 'subject.delete'] } as const

export const sampleRoles: readonly RoleInfo[] = [
  role('manager'),
  role('admin'),
  role('member'),
  role('support', { ...own, permissions: [...own.permissions], role_name: 'Support' }),
  role('night', { is_builtin: 0, permissions: ['deputy.read'], role_name: 'Night', is_banned: 1 }),
]

export const sampleEvents: readonly OrganizationEventInfo[] = [
  ['role_given', 'Ben Ito'],
  ['member_frozen', '佐藤 花'],
  ['organization_created', ''],
].map(([kind = '', target = ''], at) => ({
  event_id: String(at),
  time: THEN,
  kind,
  actor: '1',
  actor_name: 'Ann Lee',
  target: '2',
  target_name: target,
  detail: '{}',
  aid: 1001,
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
