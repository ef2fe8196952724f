import { atom, type ReadableAtom } from 'nanostores'
import type { Call, Endpoint, Reply } from '#protocol/endpoint.ts'
import type { MembershipInfo, User } from '#protocol/objects.ts'
import type { OrganizationInfo } from '#protocol/organization-objects.ts'
import { identityLogin, listIdentities } from '#protocol/web/identity.ts'
import { accountInfo } from '#protocol/web/login.ts'
import {
  freezeOrganization,
  listOrganizations,
  organizationInfo,
} from '#protocol/web/organizations.ts'
import { listPermissions } from '#protocol/web/roles.ts'
import { isRejection } from '../../client/errors.ts'
import { tellActing, watchActing } from '../../acting.ts'
import type { SendOptions } from '../../client/index.ts'
import type { Instance } from '../../instance.ts'
import { reportFailure } from '../form-action.ts'
import { toFormError, type FormError } from '../form-error.ts'
import type { Question } from './question.ts'

export interface OwnRights {
  permissions: ReadonlySet<string>
  isManager: boolean
}

/** A membership to act as; `isManager` where the person manages the organization. */
export interface ChoosableMembership extends MembershipInfo {
  isManager: boolean
}

export type OrganizationState =
  | { at: 'loading' }
  /** `from` is the organization that the person acted for until now; empty for none. */
  | { at: 'signed-out'; from: string }
  | { at: 'failed'; formError: FormError }
  /** The person acts for no organization; they can choose one of these memberships. */
  | { at: 'oneself'; memberships: readonly ChoosableMembership[]; formError?: FormError }
  /** Another tab switched the organization; its name, if known. */
  | { at: 'elsewhere'; name: string }
  | { at: 'ready'; user: User; organization: OrganizationInfo; rights: OwnRights }

/** Payload without the organization, which `send` adds. */
export type OrganizationCall<E extends Endpoint> = Omit<Call<E>, 'subject_uid' | 'sec_subject_uid'>

export interface OrganizationStore {
  readonly instance: Instance
  $state: ReadableAtom<OrganizationState>
  /** Notice about the last action; empty for none. */
  $notice: ReadableAtom<string>
  /** Confirmation that the person is asked for. */
  $question: ReadableAtom<Question | undefined>
  load(): Promise<void>
  /** Calls an endpoint for this organization; rejections may change the state. */
  send<E extends Endpoint>(
    endpoint: E,
    payload: OrganizationCall<E>,
    options?: SendOptions,
  ): Promise<Reply<E>>
  may(permission: string): boolean
  /** Asks again for the person's rights, which others may have changed. */
  refreshRights(): Promise<void>
  /** Switches the session to an organization. */
  actFor(membership: MembershipInfo): Promise<void>
  /** Unfreezes an organization that its manager froze. */
  unfreeze(membership: MembershipInfo): Promise<void>
  setOrganization(organization: OrganizationInfo): void
  showNotice(text: string): void
  ask(question: Question | undefined): void
  errorOf(error: unknown): FormError | undefined
}

/** Time that a notice is shown, in milliseconds. */
const NOTICE_MS = 8000

export function createOrganizationStore(instance: Instance): OrganizationStore {
  const $state = atom<OrganizationState>({ at: 'loading' })
  const $notice = atom('')
  const $question = atom<Question | undefined>()
  const { signal } = instance
  const { server } = instance.$settings.get()
  let noticeTimer: ReturnType<typeof setTimeout> | undefined

  watchActing(
    server,
    ({ id, name }) => {
      const state = $state.get()
      if (state.at === 'ready' && state.organization.subject_uid !== id) {
        $state.set({ at: 'elsewhere', name })
      }
    },
    signal,
  )

  function errorOf(error: unknown): FormError | undefined {
    return toFormError(error, instance.$messages.get(), {})
  }

  /** Closes the console if the session no longer acts for the organization. */
  function leave(error: unknown): boolean {
    const state = $state.get()
    if (isRejection(error, 'not_member')) $state.set({ at: 'elsewhere', name: '' })
    else if (!isRejection(error, 'session_expired')) return false
    // Several calls may fail at once.
    else if (state.at !== 'signed-out') {
      const from = state.at === 'ready' ? state.organization.subject_name : ''
      $state.set({ at: 'signed-out', from })
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
      const user = await client.send(accountInfo, { get_info_type: 2 }, { signal })
      const id = user.login_subject_uid ?? ''
      if (id === '' || id === '0') {
        const call = { need_frozen_user: 1, page_size: 100 } as const
        const [{ list }, organizations] = await Promise.all([
          client.send(listIdentities, call, { signal }),
          client.send(listOrganizations, call, { signal }),
        ])
        const managed = new Set(organizations.list.map((one) => one.owner_identity_id))
        const memberships = list
          .filter(({ subject_name: name }) => name !== '')
          .map((one) => ({ ...one, isManager: managed.has(one.user_identity_id) }))
        $state.set({ at: 'oneself', memberships })
        return
      }
      const [organization, rights] = await Promise.all([
        client.send(organizationInfo, { subject_uid: id }, { signal }),
        readRights(id),
      ])
      $state.set({ at: 'ready', user, organization, rights })
    } catch (error) {
      fail(error)
    }
  }

  async function readRights(id: string): Promise<OwnRights> {
    const own = await instance.client().send(listPermissions, { subject_uid: id }, { signal })
    return { permissions: new Set(own.permissions), isManager: own.is_manager === 1 }
  }

  async function refreshRights(): Promise<void> {
    const state = $state.get()
    if (state.at !== 'ready') return
    try {
      const rights = await readRights(state.organization.subject_uid)
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

  return {
    instance,
    $state,
    $notice,
    $question,
    load() {
      $state.set({ at: 'loading' })
      return load()
    },
    async send(endpoint, payload, options = { signal }) {
      const state = $state.get()
      const id = state.at === 'ready' ? state.organization.subject_uid : ''
      try {
        // TypeScript cannot see that Omit and spread give the endpoint's payload back.
        const call = { ...payload, subject_uid: id } as unknown as Call<typeof endpoint>
        return await instance.client().send(endpoint, call, options)
      } catch (error) {
        leave(error)
        if (isRejection(error, 'no_permission')) void refreshRights()
        throw error
      }
    },
    may(permission) {
      const state = $state.get()
      return state.at === 'ready' && state.rights.permissions.has(permission)
    },
    actFor: ({ subject_uid: id, user_identity_id: membershipId, subject_name: name }) =>
      fromList(async () => {
        const call = { login_subject_uid: id, user_identity_id: membershipId }
        await instance.client().send(identityLogin, call, { signal })
        tellActing(server, { id, name })
      }),
    unfreeze: ({ subject_uid: id }) =>
      fromList(() =>
        instance.client().send(freezeOrganization, { subject_uid: id, is_frozen: 0 }, { signal }),
      ),
    refreshRights,
    setOrganization(organization) {
      const state = $state.get()
      if (state.at === 'ready') $state.set({ ...state, organization })
    },
    showNotice(text) {
      clearTimeout(noticeTimer)
      // Screen readers announce an equal text again only after a change.
      $notice.set('')
      if (text === '') return
      noticeTimer = setTimeout(() => {
        $notice.set(text)
        noticeTimer = setTimeout(() => $notice.set(''), NOTICE_MS)
      })
    },
    ask: (question) => $question.set(question),
    errorOf,
  }
}
