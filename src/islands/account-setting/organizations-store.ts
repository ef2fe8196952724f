import { atom, type ReadableAtom } from 'nanostores'
import { actAs, ONESELF } from '../../../widget/src/client/calls/memberships.ts'
import {
  listOwnMemberships,
  type OwnMembership,
} from '../../../widget/src/client/calls/organizations.ts'
import { createOrganization } from '../../../widget/src/client/calls/organizations.ts'
import {
  acceptWaiting,
  declineWaiting,
  leaveOrganization,
  listInvitationBlocks,
  listWaitingInvitations,
  unblockInvitations,
  type InvitationBlock,
  type WaitingInvitation,
} from '../../../widget/src/client/calls/own-invitations.ts'
import type { AccountStore, Instance } from '../../../widget/src/account.tsx'
import { tellActing, watchActing } from '../../../widget/src/base/acting.ts'

/** The memberships of a person, and the invitations that wait for an answer. */
export interface OrganizationsStore {
  /** The person first; undefined until it is known. */
  $memberships: ReadableAtom<readonly OwnMembership[] | undefined>
  $invitations: ReadableAtom<readonly WaitingInvitation[]>
  $blocks: ReadableAtom<readonly InvitationBlock[]>
  /** Whom another tab has switched to since the list was loaded; undefined if none did. */
  $elsewhere: ReadableAtom<{ name: string } | undefined>
  load: () => Promise<void>
  actAs: (membership: OwnMembership) => Promise<void>
  create: (name: string) => Promise<void>
  leave: (membership: OwnMembership) => Promise<void>
  /** Accepts, and answers where the invitation leads; undefined for nowhere. */
  accept: (invitation: WaitingInvitation) => Promise<string | undefined>
  decline: (invitation: WaitingInvitation) => Promise<void>
  unblock: (block: InvitationBlock) => Promise<void>
}

export function createOrganizationsStore(
  instance: Instance,
  account: AccountStore,
): OrganizationsStore {
  const $memberships = atom<readonly OwnMembership[] | undefined>()
  const $invitations = atom<readonly WaitingInvitation[]>([])
  const $blocks = atom<readonly InvitationBlock[]>([])
  const $elsewhere = atom<{ name: string } | undefined>()
  const { server } = instance.$settings.get()

  async function load(): Promise<void> {
    const { send } = instance.client()
    const [memberships, invitations, blocks] = await Promise.all([
      listOwnMemberships(send),
      listWaitingInvitations(send),
      listInvitationBlocks(send),
    ])
    $memberships.set(memberships)
    $invitations.set(invitations)
    $blocks.set(blocks)
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

  async function enter(membership: OwnMembership): Promise<void> {
    await actAs(instance.client().send, membership)
    tellActing(server, { id: membership.organizationId, name: membership.organizationName })
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
    $blocks,
    $elsewhere,
    load,
    actAs: (membership) => change(() => enter(membership)),
    create: (name) =>
      change(async () => {
        const created = await createOrganization(instance.client().send, name)
        tellActing(server, { id: created.organizationId, name: created.organizationName })
      }),
    leave: (membership) =>
      change(async () => {
        const before = $memberships.get()?.find(({ isCurrent }) => isCurrent)
        // Only who acts for an organization can leave it.
        if (!membership.isCurrent) await enter(membership)
        const { organizationId } = membership
        await leaveOrganization(instance.client().send, organizationId)
        tellActing(server, { id: ONESELF, name: '' })
        const isElsewhere = before !== undefined && before.organizationId !== ONESELF
        if (isElsewhere && before.organizationId !== organizationId) await enter(before)
      }),
    accept: (invitation) =>
      change(async () => {
        const { organizationId, next } = await acceptWaiting(instance.client().send, invitation)
        const { organizationName: name } = invitation
        tellActing(server, { id: organizationId || ONESELF, name })
        return next
      }),
    decline: (invitation) => change(() => declineWaiting(instance.client().send, invitation)),
    unblock: (block) => change(() => unblockInvitations(instance.client().send, block)),
  }
}
