import { atom } from 'nanostores'
import { actAs, ONESELF } from '../../client/calls/memberships.ts'
import {
  createOrganization,
  listOwnMemberships,
  type OwnMembership,
} from '../../client/calls/organizations.ts'
import {
  acceptWaiting,
  declineWaiting,
  leaveOrganization,
  listInvitationBlocks,
  listWaitingInvitations,
  unblockInvitations,
  type InvitationBlock,
  type WaitingInvitation,
} from '../../client/calls/own-invitations.ts'
import { tellActing, watchActing } from '../../base/acting.ts'
import { createAccountAction } from './account-store.ts'
import type { AccountRoom } from './account-room.ts'
import type { MadeBy } from '../../ui/flows/made-by.ts'

/** The memberships of a person, and the invitations that wait for an answer. */
export type OrganizationsFlow = MadeBy<typeof createOrganizationsFlow>

/** What the server may say about the name of an organization. */
const NAME_ERRORS = {
  text_refused: 'organization',
  bad_parameter: 'organization',
} as const

/** An organization that the person has just come to. */
export interface Arrival {
  name: string
  isFounded: boolean
}

export function createOrganizationsFlow({ instance, account }: AccountRoom) {
  const formAction = createAccountAction(instance, account, {})
  const founding = createAccountAction(instance, account, NAME_ERRORS)
  const $memberships = atom<readonly OwnMembership[] | undefined>()
  const $invitations = atom<readonly WaitingInvitation[]>([])
  const $blocks = atom<readonly InvitationBlock[]>([])
  const $elsewhere = atom<{ name: string } | undefined>()
  const $arrived = atom<Arrival | undefined>()
  const { server } = instance.$settings.get()

  async function fetchLists(): Promise<void> {
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
    $arrived.set(undefined)
    try {
      return await work()
    } finally {
      await Promise.all([account.load(), fetchLists()])
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
      Promise.all([account.load(), fetchLists()]).catch(reportError)
    },
    instance.signal,
  )

  return {
    /** The person first; undefined until it is known. */
    $memberships,
    $invitations,
    $blocks,
    /** Whom another tab has switched to since the list was loaded; undefined if none did. */
    $elsewhere,
    /** What was founded or joined last, until the person goes on. */
    $arrived,
    ...formAction.shown,
    /** Fetches all three lists; false after an error. */
    load: () => formAction.run(fetchLists),
    actAs: (membership: OwnMembership) => change(() => enter(membership)),
    founding: founding.shown,
    /** Creates one; false after an error, which `founding` holds. */
    async create(name: string) {
      const { needName } = instance.$messages.get().profile
      if (name === '') return founding.setFieldError('organization', needName)
      return founding.run(() =>
        change(async () => {
          const created = await createOrganization(instance.client().send, name)
          tellActing(server, { id: created.organizationId, name: created.organizationName })
          $arrived.set({ name: created.organizationName, isFounded: true })
        }),
      )
    },
    leave: (membership: OwnMembership) =>
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
    /** Accepts, and answers where the invitation leads; undefined for nowhere. */
    accept: (invitation: WaitingInvitation) =>
      change(async () => {
        const { organizationId, next } = await acceptWaiting(instance.client().send, invitation)
        const { organizationName: name } = invitation
        tellActing(server, { id: organizationId || ONESELF, name })
        if (organizationId !== '') $arrived.set({ name, isFounded: false })
        return next
      }),
    decline: (invitation: WaitingInvitation) =>
      change(() => declineWaiting(instance.client().send, invitation)),
    unblock: (block: InvitationBlock) =>
      change(() => unblockInvitations(instance.client().send, block)),
  }
}
