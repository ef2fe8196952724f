import { atom, type ReadableAtom } from 'nanostores'
import type { MembershipInfo } from '#protocol/objects.ts'
import { identityLogin, listIdentities } from '#protocol/web/identity.ts'
import { acceptInvitation, declineInvitation, myInvitations } from '#protocol/web/invitations.ts'
import {
  createOrganization,
  leaveOrganization,
  listOrganizations,
} from '#protocol/web/organizations.ts'
import type { Reply } from '#protocol/endpoint.ts'
import type { AccountStore, Instance } from '../../../widget/src/account.tsx'
import { tellActing, watchActing } from '../../../widget/src/acting.ts'

/** The person, or their place in an organization. */
export interface Membership extends MembershipInfo {
  isManager: boolean
}

/** An invitation that waits for an answer. */
export type WaitingInvitation = Reply<typeof myInvitations>['list'][number]

/** The memberships of a person, and the invitations that wait for an answer. */
export interface OrganizationsStore {
  /** The person first; undefined until it is known. */
  $memberships: ReadableAtom<readonly Membership[] | undefined>
  $invitations: ReadableAtom<readonly WaitingInvitation[]>
  /** Whom another tab has switched to since the list was loaded; undefined if none did. */
  $elsewhere: ReadableAtom<{ name: string } | undefined>
  load: () => Promise<void>
  actAs: (membership: Membership) => Promise<void>
  create: (name: string) => Promise<void>
  leave: (membership: Membership) => Promise<void>
  /** Accepts, and answers where the invitation leads; undefined for nowhere. */
  accept: (invitation: WaitingInvitation) => Promise<string | undefined>
  decline: (invitation: WaitingInvitation) => Promise<void>
}

const ONESELF = '0'
const all = { need_frozen_user: 1, page_size: 100 } as const

export function createOrganizationsStore(
  instance: Instance,
  account: AccountStore,
): OrganizationsStore {
  const $memberships = atom<readonly Membership[] | undefined>()
  const $invitations = atom<readonly WaitingInvitation[]>([])
  const $elsewhere = atom<{ name: string } | undefined>()
  const { server } = instance.$settings.get()

  async function load(): Promise<void> {
    const client = instance.client()
    const [mine, organizations, invitations] = await Promise.all([
      client.send(listIdentities, all),
      client.send(listOrganizations, all),
      client.send(myInvitations, { page_size: 100 }),
    ])
    const managed = new Set(organizations.list.map((one) => one.owner_identity_id))
    $memberships.set(
      mine.list.map((one) => ({ ...one, isManager: managed.has(one.user_identity_id) })),
    )
    $invitations.set(invitations.list)
  }

  /** Changes something, and shows what holds now, whatever came of it. */
  async function change<Result>(work: () => Promise<Result>): Promise<Result> {
    $elsewhere.set(undefined)
    try {
      return await work()
    } finally {
      await Promise.all([account.load(), load()])
    }
  }

  async function enter({ subject_uid: subject, ...one }: MembershipInfo): Promise<void> {
    await instance.client().send(identityLogin, {
      login_subject_uid: subject,
      user_identity_id: one.user_identity_id,
    })
    tellActing(server, { id: subject, name: one.subject_name })
  }

  watchActing(
    server,
    ({ name }) => {
      $elsewhere.set({ name })
      Promise.all([account.load(), load()]).catch(reportError)
    },
    instance.signal,
  )

  return {
    $memberships,
    $invitations,
    $elsewhere,
    load,
    actAs: (membership) => change(() => enter(membership)),
    create: (name) =>
      change(async () => {
        const reply = await instance.client().send(createOrganization, { subject_name: name })
        tellActing(server, { id: reply.subject_uid, name: reply.subject_name })
      }),
    leave: (membership) =>
      change(async () => {
        const before = $memberships.get()?.find((one) => one.current === 1)
        // Only who acts for an organization can leave it.
        if (membership.current !== 1) await enter(membership)
        const { subject_uid } = membership
        await instance.client().send(leaveOrganization, { subject_uid })
        tellActing(server, { id: ONESELF, name: '' })
        const isElsewhere = before !== undefined && before.subject_uid !== ONESELF
        if (isElsewhere && before.subject_uid !== subject_uid) await enter(before)
      }),
    accept: ({ invite_id, subject_name }) =>
      change(async () => {
        const user = await instance.client().send(acceptInvitation, { invite_id })
        tellActing(server, { id: user.login_subject_uid ?? ONESELF, name: subject_name })
        return user.redirect_url
      }),
    decline: ({ invite_id }) =>
      change(async () => {
        await instance.client().send(declineInvitation, { invite_id })
      }),
  }
}
