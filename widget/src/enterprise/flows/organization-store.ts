import { atom } from 'nanostores'
import { fetchAccount, type Account } from '../../client/calls/account.ts'
import { actAs, ONESELF, type Membership } from '../../client/calls/memberships.ts'
import { listOwnMemberships, type OwnMembership } from '../../client/calls/organizations.ts'
import {
  freezeOrganization,
  organizationInfo,
  type Organization,
} from '../../client/calls/organizations.ts'
import { ownRights, type OwnRights } from '../../client/calls/roles.ts'
import { sendFor, type OrganizationSend } from '../../client/calls/send.ts'
import { isRejection } from '../../client/errors.ts'
import { tellActing, watchActing } from '../../base/acting.ts'
import type { Instance } from '../../base/instance.ts'
import { reportFailure } from '../../base/report-failure.ts'
import { toFormError, type FormError } from '../../ui/flows/form-error.ts'
import { createNoticeStore } from '../../ui/flows/notice.ts'
import type { Question } from '../../ui/flows/question.ts'
import type { MadeBy } from '../../ui/flows/made-by.ts'

export type OrganizationState =
  | { at: 'loading' }
  /**
   * `from` is the organization that the person acted for until now, empty for none; `hasAgreed` if
   * they had agreed to manage it, and the end of that hand-over ends their session.
   */
  | { at: 'signed-out'; from: string; hasAgreed: boolean }
  | { at: 'failed'; formError: FormError }
  /** The person acts for no organization; they can choose one of these memberships. */
  | { at: 'oneself'; memberships: readonly OwnMembership[]; formError?: FormError }
  /** Another tab switched the organization; its name, if known. */
  | { at: 'elsewhere'; name: string }
  /** `isReceived` if it was handed over to the person, who has not been told in this browser. */
  | {
      at: 'ready'
      user: Account
      organization: Organization
      rights: OwnRights
      isReceived: boolean
    }

export type OrganizationStore = MadeBy<typeof createOrganizationStore>

export function createOrganizationStore(instance: Instance) {
  const $state = atom<OrganizationState>({ at: 'loading' })
  const $question = atom<Question | undefined>()
  const { signal } = instance
  const { server } = instance.$settings.get()
  let acting: string | undefined
  let hasAgreed = false

  watchActing(
    server,
    ({ id, name }) => {
      const state = $state.get()
      if (state.at === 'ready' && state.organization.organizationId !== id) {
        $state.set({ at: 'elsewhere', name })
      }
    },
    signal,
  )

  function errorOf(error: unknown): FormError | undefined {
    return toFormError(error, instance.$messages.get(), {})
  }

  /** Tells the page and other tabs when the browser acts for another than before. */
  function noteActing(id: string, name: string): void {
    if (acting !== undefined && acting !== id) tellActing(server, { id, name })
    acting = id
  }

  /** Closes the console if the session no longer acts for the organization. */
  function leave(error: unknown): boolean {
    const state = $state.get()
    // Several calls may fail at once.
    if (isRejection(error, 'not_member')) {
      noteActing(ONESELF, '')
      $state.set({ at: 'elsewhere', name: '' })
    } else if (!isRejection(error, 'session_expired')) return false
    else if (state.at !== 'signed-out') {
      const from = state.at === 'ready' ? state.organization.organizationName : ''
      $state.set({ at: 'signed-out', from, hasAgreed })
      instance.tellSession(undefined)
    }
    return true
  }

  function fail(error: unknown): void {
    if (signal.aborted) return
    if (!leave(error)) {
      const formError = errorOf(error) ?? { text: instance.$messages.get().common.broken }
      $state.set({ at: 'failed', formError })
    }
    reportFailure(instance, error)
  }

  async function load(): Promise<void> {
    const client = instance.client()
    try {
      const user = await fetchAccount(client.send)
      const id = user.organizationId
      if (id === '' || id === ONESELF) {
        const memberships = await listOwnMemberships(client.send)
        const others = memberships.filter(({ organizationName: name }) => name !== '')
        noteActing(ONESELF, '')
        $state.set({ at: 'oneself', memberships: others })
        return
      }
      const send = sendFor(client, id)
      const [organization, rights] = await Promise.all([organizationInfo(send), ownRights(send)])
      noteActing(id, organization.organizationName)
      const isReceived = rights.isManager && noteHandOver(organization)
      $state.set({ at: 'ready', user, organization, rights, isReceived })
    } catch (error) {
      fail(error)
    }
  }

  async function refreshRights(): Promise<void> {
    const state = $state.get()
    if (state.at !== 'ready') return
    try {
      const send = sendFor(instance.client(), state.organization.organizationId)
      const rights = await ownRights(send)
      $state.set({ ...state, rights })
    } catch (error) {
      if (signal.aborted) return
      leave(error)
      reportFailure(instance, error)
    }
  }

  // Errors are shown beside the list of organizations.
  async function fromList(work: () => Promise<unknown>): Promise<void> {
    const before = $state.get()
    try {
      await work()
      await load()
    } catch (error) {
      if (signal.aborted) return
      const formError = errorOf(error)
      if (before.at === 'oneself' && formError && !isRejection(error, 'session_expired')) {
        $state.set({ ...before, formError })
        reportFailure(instance, error)
      } else fail(error)
    }
  }

  /** Makes a call about this organization; rejections may change the state. */
  const send: OrganizationSend = async (endpoint, payload, options) => {
    const state = $state.get()
    const isReady = state.at === 'ready'
    const id = isReady ? state.organization.organizationId : ''
    const shownUser = isReady ? state.user.accountId : undefined
    try {
      return await sendFor(instance.client(), id)(endpoint, payload, { shownUser, ...options })
    } catch (error) {
      leave(error)
      // Another member has signed in in this browser, and has other rights.
      if (isRejection(error, 'open_account_changed')) await load()
      if (isRejection(error, 'no_permission')) void refreshRights()
      throw error
    }
  }

  return {
    instance,
    $state,
    ...createNoticeStore(),
    /** Confirmation that the person is asked for. */
    $question,
    load() {
      $state.set({ at: 'loading' })
      return load()
    },
    send,
    may(permission: string) {
      const state = $state.get()
      return state.at === 'ready' && state.rights.permissions.has(permission)
    },
    /** Notes whether the person has agreed to manage the organization. */
    noteAgreed(isSo: boolean) {
      hasAgreed = isSo
    },
    /** Switches the session to an organization. */
    actFor: (membership: Membership) => fromList(() => actAs(instance.client().send, membership)),
    /** Unfreezes an organization that its manager froze. */
    unfreeze: ({ organizationId }: Membership) =>
      fromList(() => freezeOrganization(sendFor(instance.client(), organizationId), false)),
    /** Asks again for the person's rights, which others may have changed. */
    refreshRights,
    setOrganization(organization: Organization) {
      const state = $state.get()
      if (state.at === 'ready') $state.set({ ...state, organization })
    },
    ask: (question: Question | undefined) => $question.set(question),
  }
}

/** Returns whether an organization was handed over lately, and its manager is told for the first time here. */
function noteHandOver({ organizationId: id, holdUntil }: Organization): boolean {
  if (holdUntil === 0) return false
  try {
    const key = `passport-handed-over-${id}`
    const isNew = localStorage.getItem(key) !== String(holdUntil)
    localStorage.setItem(key, String(holdUntil))
    return isNew
  } catch {
    // Without a storage it would be told each time.
    return false
  }
}
