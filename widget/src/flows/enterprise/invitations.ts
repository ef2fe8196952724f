import { atom, type ReadableAtom } from 'nanostores'
import type { InvitationInfo } from '#protocol/organization-objects.ts'
import {
  cancelInvitation,
  createInvitationByEmail,
  createInvitationByMobile,
  listInvitations,
  resendInvitation,
  updateInvitation,
} from '#protocol/web/invitations.ts'
import type { EnterpriseMessages } from '../../messages/enterprise-messages.ts'
import { addressFields, readAddress } from '../address.ts'
import { createCountDown } from '../count-down.ts'
import { createFormAction, type FormAction } from '../form-action.ts'
import { waitOf } from '../form-error.ts'
import { formText } from '../form-text.ts'
import { createListQuery, PAGE_ROWS, type ListQuery } from './list-query.ts'
import { nameOf } from './members.ts'
import type { OrganizationStore } from './organization-store.ts'

export const invitationStates = ['pending', 'expired', 'accepted', 'declined', 'cancelled'] as const

/** Empty fields filter nothing. */
export interface InvitationFilter {
  q: string
  status: '' | (typeof invitationStates)[number]
}

/** Dialog over the list; `sent` shows the link of a new invitation. */
export type InvitationStep =
  | { at: 'list' }
  | { at: 'new' }
  | { at: 'open'; invitation: InvitationInfo }
  | { at: 'sent'; invitation: InvitationInfo }

export interface InvitationsFlow extends Pick<FormAction, '$isBusy' | '$formError'> {
  query: ListQuery<InvitationInfo, InvitationFilter>
  $step: ReadableAtom<InvitationStep>
  /** Seconds until the open invitation may be sent again. */
  $resendIn: ReadableAtom<number>
  go(step: InvitationStep): void
  /** Sends a new invitation, or corrects the one that is open. */
  save(form: FormData): Promise<boolean>
  resend(invitation: InvitationInfo): Promise<boolean>
  askCancel(invitation: InvitationInfo): void
  dispose(): void
}

export function createInvitationsFlow(
  store: OrganizationStore,
  t: EnterpriseMessages,
): InvitationsFlow {
  const { instance } = store
  const $step = atom<InvitationStep>({ at: 'list' })
  const countDown = createCountDown()
  const formAction = createFormAction(instance, {
    text_refused: 'deputy_name',
    already_member: 'address',
    invitation_pending: 'address',
    email_error: 'address',
    mobile_error: 'address',
  })
  const query = createListQuery<InvitationInfo, InvitationFilter>(
    store,
    { q: '', status: 'pending' },
    ({ q, status }, page, signal) =>
      store.send(
        listInvitations,
        {
          q: q.trim() || undefined,
          status: status || undefined,
          page,
          page_size: PAGE_ROWS,
        },
        { signal },
      ),
  )

  function done(message?: string): void {
    if (message !== undefined) store.showNotice(message)
    $step.set({ at: 'list' })
    // A role may have the right to invite without that to read.
    if (store.may('invite.read')) void query.load()
  }

  function sent(invitation: InvitationInfo): void {
    done(t.invitations.sent(invitation.deputy_name))
    if (invitation.link) $step.set({ at: 'sent', invitation })
  }

  return {
    query,
    $step,
    $resendIn: countDown.$left,
    $isBusy: formAction.$isBusy,
    $formError: formAction.$formError,
    go(step) {
      formAction.clear()
      if (step.at === 'open') countDown.start(step.invitation.retry_time)
      $step.set(step)
    },
    save(form) {
      const step = $step.get()
      const typed = formText(form, 'address').trim()
      const { common } = instance.$messages.get()
      const name = formText(form, 'deputy_name').trim()
      // An empty address in a correction means no change.
      const address = typed === '' && step.at === 'open' ? undefined : readAddress(typed, common)
      const isWrong = formAction.setFieldErrors({
        address: address && 'wrong' in address ? address.wrong : undefined,
        deputy_name: name === '' ? t.invitations.needName : undefined,
      })
      if (isWrong || (address && 'wrong' in address)) return Promise.resolve(false)
      const fields = { deputy_name: name, roles: form.getAll('roles').map(String) }
      return formAction.run(async (signal) => {
        if (step.at === 'open') {
          const change = { ...fields, ...(address && addressFields(address)) }
          const { invite_id } = step.invitation
          const corrected = await store.send(updateInvitation, { ...change, invite_id }, { signal })
          if (address) sent(corrected)
          else done(t.members.saved(name))
        } else if (address?.channel === 'email') {
          const call = { ...fields, email: address.value }
          sent(await store.send(createInvitationByEmail, call, { signal }))
        } else if (address) {
          const call = { ...fields, mobile: address.value }
          sent(await store.send(createInvitationByMobile, call, { signal }))
        }
      })
    },
    resend: ({ invite_id }) =>
      formAction.run(async (signal) => {
        try {
          sent(await store.send(resendInvitation, { invite_id }, { signal }))
        } catch (error) {
          countDown.start(waitOf(error) ?? 0)
          throw error
        }
      }),
    askCancel({ invite_id, deputy_name: name }) {
      const words = t.invitations.cancel
      store.ask({
        title: words.title(name),
        text: words.text(nameOf(store)),
        button: words.button,
        isDanger: true,
        act: async (signal) => {
          await store.send(cancelInvitation, { invite_id }, { signal })
          return words.done(name)
        },
        after: done,
      })
    },
    dispose() {
      countDown.stop()
      query.dispose()
    },
  }
}
