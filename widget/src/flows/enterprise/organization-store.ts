import { atom, type ReadableAtom } from 'nanostores'
import type { Call, Endpoint, Reply } from '#protocol/endpoint.ts'
import type { MembershipInfo, User } from '#protocol/objects.ts'
import type { OrganizationInfo } from '#protocol/organization-objects.ts'
import { identityLogin, listIdentities } from '#protocol/web/identity.ts'
import { accountInfo } from '#protocol/web/login.ts'
import { freezeOrganization, organizationInfo } from '#protocol/web/organizations.ts'
import { listPermissions } from '#protocol/web/roles.ts'
import { tellActing, watchActing } from '../../acting.ts'
import type { SendOptions } from '../../client/index.ts'
import type { Instance } from '../../instance.ts'
import { isRejection } from '../account-store.ts'
import { reportFailure } from '../form-action.ts'
import { toFormError, type FormError } from '../form-error.ts'
import type { Question } from './question.ts'

/** What the person may do in the organization that they act for. */
export interface OwnRights {
  permissions: ReadonlySet<string>
  isManager: boolean
}

/** State of the console: which organization it manages. */
export type OrganizationState =
  | { at: 'loading' }
  | { at: 'signed-out' }
  | { at: 'failed'; formError: FormError }
  /** The person acts as themself; these are the organizations that they could act for. */
  | { at: 'oneself'; memberships: readonly MembershipInfo[]; formError?: FormError }
  /** Another tab has changed for whom this browser acts; its name, if it told. */
  | { at: 'elsewhere'; name: string }
  | { at: 'ready'; user: User; organization: OrganizationInfo; rights: OwnRights }

/** A call about the organization, which the store names. */
export type OrganizationCall<E extends Endpoint> = Omit<Call<E>, 'subject_uid' | 'sec_subject_uid'>

/** The organization behind one console. */
export interface OrganizationStore {
  readonly instance: Instance
  $state: ReadableAtom<OrganizationState>
  /** What was done last, for the one line that says so. */
  $said: ReadableAtom<string>
  /** What the person is asked before something is done. */
  $question: ReadableAtom<Question | undefined>
  load(): Promise<void>
  /** Calls about the organization; learns from refusals for whom the session acts. */
  send<E extends Endpoint>(
    endpoint: E,
    payload: OrganizationCall<E>,
    options?: SendOptions,
  ): Promise<Reply<E>>
  may(permission: string): boolean
  /** Acts for an organization from now on. */
  actFor(membership: MembershipInfo): Promise<void>
  /** Opens an organization again that its manager froze. */
  reopen(membership: MembershipInfo): Promise<void>
  /** Applies the reply of a call. */
  setOrganization(organization: OrganizationInfo): void
  say(text: string): void
  ask(question: Question | undefined): void
  errorOf(error: unknown): FormError | undefined
}

/** How long the message about the last action is shown, in milliseconds. */
const SAID_MS = 8000

/** Makes the store of one console. */
export function createOrganizationStore(instance: Instance): OrganizationStore {
  const $state = atom<OrganizationState>({ at: 'loading' })
  const $said = atom('')
  const $question = atom<Question | undefined>()
  const { signal } = instance
  const { server } = instance.$settings.get()
  let saying: ReturnType<typeof setTimeout> | undefined

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

  function fail(error: unknown): void {
    if (signal.aborted) return
    if (isRejection(error, 'session_expired')) $state.set({ at: 'signed-out' })
    else {
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
        const { list } = await client.send(listIdentities, call, { signal })
        const memberships = list.filter(({ subject_name: name }) => name !== '')
        $state.set({ at: 'oneself', memberships })
        return
      }
      const [organization, rights] = await Promise.all([
        client.send(organizationInfo, { subject_uid: id }, { signal }),
        readRights(id),
      ])
      $state.set({ at: 'ready', user, organization, rights })
    } catch (error) {
      if (isRejection(error, 'not_member')) $state.set({ at: 'elsewhere', name: '' })
      else fail(error)
    }
  }

  async function readRights(id: string): Promise<OwnRights> {
    const own = await instance.client().send(listPermissions, { subject_uid: id }, { signal })
    return { permissions: new Set(own.permissions), isManager: own.is_manager === 1 }
  }

  async function refreshRights(): Promise<void> {
    const state = $state.get()
    if (state.at !== 'ready') return
    const rights = await readRights(state.organization.subject_uid)
    $state.set({ ...state, rights })
  }

  // What goes wrong there stands beside the list of organizations.
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
    $said,
    $question,
    load() {
      $state.set({ at: 'loading' })
      return load()
    },
    async send(endpoint, payload, options = { signal }) {
      const state = $state.get()
      const id = state.at === 'ready' ? state.organization.subject_uid : ''
      try {
        // The payload is one of this endpoint's, with its organization.
        const call = { ...payload, subject_uid: id } as unknown as Call<typeof endpoint>
        return await instance.client().send(endpoint, call, options)
      } catch (error) {
        if (isRejection(error, 'session_expired')) $state.set({ at: 'signed-out' })
        else if (isRejection(error, 'not_member')) $state.set({ at: 'elsewhere', name: '' })
        else if (isRejection(error, 'no_permission')) refreshRights().catch(fail)
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
    reopen: ({ subject_uid: id }) =>
      fromList(() =>
        instance.client().send(freezeOrganization, { subject_uid: id, is_frozen: 0 }, { signal }),
      ),
    setOrganization(organization) {
      const state = $state.get()
      if (state.at === 'ready') $state.set({ ...state, organization })
    },
    say(text) {
      clearTimeout(saying)
      // The same words twice are news the second time, too.
      $said.set('')
      if (text === '') return
      saying = setTimeout(() => {
        $said.set(text)
        saying = setTimeout(() => $said.set(''), SAID_MS)
      })
    },
    ask: (question) => $question.set(question),
    errorOf,
  }
}
