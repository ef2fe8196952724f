import { atom } from 'nanostores'
import {
  cancelInvitation,
  createInvitation,
  resendInvitation,
  updateInvitation,
  type Invitation,
} from '../../client/calls/invitations.ts'
import type { EnterpriseMessages } from '../../messages/enterprise-messages.ts'
import { readAddress } from '../../ui/flows/address.ts'
import { createCountDown } from '../../ui/flows/count-down.ts'
import { createFormAction } from '../../ui/flows/form-action.ts'
import { waitOf } from '../../ui/flows/form-error.ts'
import { formText } from '../../ui/flows/form-text.ts'
import { nameOf } from './members.ts'
import type { OrganizationStore } from './organization-store.ts'
import type { PeopleQuery } from './people.ts'
import type { MadeBy } from '../../ui/flows/made-by.ts'

/** Dialog over the list; `sent` shows the link of a new invitation. */
export type InvitationStep =
  | { at: 'list' }
  | { at: 'new' }
  | { at: 'open'; invitation: Invitation }
  | { at: 'sent'; invitation: Invitation }

export type InvitationsFlow = MadeBy<typeof createInvitationsFlow>

/** Writes and changes invitations of a list, which is loaded again after it. */
export function createInvitationsFlow(
  store: OrganizationStore,
  t: EnterpriseMessages,
  people: Pick<PeopleQuery, 'load'>,
) {
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

  function done(message?: string): void {
    if (message !== undefined) store.showNotice(message)
    $step.set({ at: 'list' })
    void people.load()
  }

  function sent(invitation: Invitation): void {
    done(t.invitations.sent(invitation.memberName))
    if (invitation.link) $step.set({ at: 'sent', invitation })
  }

  return {
    $step,
    /** Seconds until the open invitation may be sent again. */
    $resendIn: countDown.$left,
    ...formAction.shown,
    go(step: InvitationStep) {
      formAction.clear()
      if (step.at === 'open') countDown.start(step.invitation.retryTime)
      $step.set(step)
    },
    /** Sends a new invitation, or corrects the one that is open. */
    save(form: FormData) {
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
      const fields = { memberName: name, roles: form.getAll('roles').map(String) }
      return formAction.run(async () => {
        if (step.at === 'open') {
          const { invitation } = step
          const corrected = await updateInvitation(store.send, invitation, fields, address)
          if (address) sent(corrected)
          else done(t.members.saved(name))
        } else if (address) {
          sent(await createInvitation(store.send, fields, address))
        }
      })
    },
    resend: (invitation: Invitation) =>
      formAction.run(async () => {
        try {
          sent(await resendInvitation(store.send, invitation))
        } catch (error) {
          countDown.start(waitOf(error) ?? 0)
          throw error
        }
      }),
    askCancel(invitation: Invitation) {
      const { memberName: name } = invitation
      const words = t.invitations.cancel
      store.ask({
        title: words.title(name),
        text: words.text(nameOf(store)),
        button: words.button,
        isDanger: true,
        done: words.done(name),
        act: () => cancelInvitation(store.send, invitation),
        after: done,
      })
    },
    dispose: () => countDown.stop(),
  }
}
