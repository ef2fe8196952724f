import { is } from 'superstruct'
import { atom, type ReadableAtom } from 'nanostores'
import { ticket as ticketFormat } from '#protocol/fields.ts'
import type { User } from '#protocol/objects.ts'
import type { InvitationCheck } from '#protocol/organization-objects.ts'
import { preferredType } from '#protocol/preferred-types.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { identityLogin } from '#protocol/web/identity.ts'
import {
  acceptInvitation,
  askForInvitation,
  checkInvitation,
  declineInvitation,
} from '#protocol/web/invitations.ts'
import { tellActing } from '../acting.ts'
import { PassportError, isRejection } from '../client/errors.ts'
import type { Instance } from '../instance.ts'
import { readCode } from '../read-code.ts'
import { codeErrorFields, isEarly } from './code-step.ts'
import { createCountDown } from './count-down.ts'
import { createFormAction, reportFailure, type FormAction } from './form-action.ts'
import { waitOf } from './form-error.ts'
import { formText } from './form-text.ts'
import { findSession } from './session.ts'

const ends = {
  invitation_unknown: 'unknown',
  invitation_expired: 'expired',
  invitation_used: 'used',
  invitation_cancelled: 'cancelled',
  frozen: 'frozen',
} as const

/** Reason why an invitation cannot be answered. */
export type InvitationEnd = (typeof ends)[keyof typeof ends]

export type InvitationState =
  | { step: 'loading' }
  | { step: 'ended'; end: InvitationEnd }
  /** The inviter of an expired invitation is told. */
  | { step: 'asked' }
  /** Whoever is signed in is in the organization already. */
  | { step: 'member'; check: InvitationCheck }
  /** `other` names who is signed in without owning the address; empty for nobody. */
  | { step: 'offered'; check: InvitationCheck; other: string; isBack: boolean }
  /** A code is on its way to the address; `sent` counts the codes. */
  | { step: 'code'; check: InvitationCheck; other: string; sent: number }
  /** The person adds the address to the account that is signed in. */
  | { step: 'addresses'; check: InvitationCheck; other: string }
  | { step: 'declining'; check: InvitationCheck; other: string }
  | { step: 'declined'; isReported: boolean }

/** Answering an invitation. */
export interface InvitationFlow extends Pick<FormAction, '$isBusy' | '$formError'> {
  $state: ReadableAtom<InvitationState>
  /** Seconds until another code may be sent; 0 when it may. */
  $resendIn: ReadableAtom<number>
  /** Looks the invitation up, also again once the person owns the address. */
  load(): Promise<boolean>
  /** Sends a code to the address; name and password are those of a new account. */
  sendCode(form?: FormData): Promise<boolean>
  /** Accepts by the session or by the code that was typed. */
  accept(form?: FormData): Promise<boolean>
  /** Continues as the member that the person is already. */
  proceed(): Promise<boolean>
  /** Asks for a new invitation in place of the expired one. */
  ask(): Promise<boolean>
  decline(form: FormData): Promise<boolean>
  go(step: 'offered' | 'addresses' | 'declining'): void
  prepare(): void
  dispose(): void
}

/** Answers the invitation of the element's ticket. */
export function createInvitationFlow(instance: Instance): InvitationFlow {
  const { $settings } = instance
  const { ticket } = $settings.get()
  const $state = atom<InvitationState>({ step: 'loading' })
  const countDown = createCountDown()
  const formAction = createFormAction(instance, {
    ...codeErrorFields,
    password_policy: 'password',
    text_refused: 'name',
  })
  let newAccount: { name?: string; password?: string } = {}

  function run(work: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    return formAction.run(async (signal) => {
      try {
        await work(signal)
      } catch (error) {
        const end = endOf(error)
        const state = $state.get()
        const isShown = state.step === 'ended' && state.end === end
        if (end === undefined || isShown) throw error
        $state.set({ step: 'ended', end })
        reportFailure(instance, error)
      }
    })
  }

  async function check(signal: AbortSignal): Promise<void> {
    const client = instance.client()
    const found = await client.send(checkInvitation, { invite_ticket: ticket }, { signal })
    if (found.subject_uid !== '') {
      $state.set({ step: 'member', check: found })
      return
    }
    const user = found.is_other === 1 ? await findSession(client, signal) : undefined
    const other = user === undefined ? '' : nameOf(user)
    $state.set({ step: 'offered', check: found, other, isBack: $state.get().step !== 'loading' })
  }

  async function join(proof: object, signal: AbortSignal): Promise<void> {
    const call = { invite_ticket: ticket, ...proof }
    await enter(await instance.client().send(acceptInvitation, call, { signal }))
  }

  async function enter(user: User): Promise<void> {
    const state = $state.get()
    const name = 'check' in state ? state.check.subject_name : ''
    tellActing($settings.get().server, { id: user.login_subject_uid ?? '', name })
    const kind = user.new_user === 1 ? 'sign-up' : 'sign-in'
    const next = user.redirect_url ?? instance.destination()
    await instance.succeed(kind, user, { isChosen: true, next })
  }

  return {
    $state,
    $resendIn: countDown.$left,
    $isBusy: formAction.$isBusy,
    $formError: formAction.$formError,
    async load() {
      if (is(ticket, ticketFormat)) return run(check)
      $state.set({ step: 'ended', end: 'unknown' })
      return false
    },
    sendCode(form) {
      const state = $state.get()
      if (state.step !== 'offered' && state.step !== 'code') return Promise.resolve(false)
      if (form !== undefined) newAccount = newAccountIn(form)
      const type = preferredType.login[state.check.channel === 'mobile' ? 'mobile' : 'email']
      return run(async (signal) => {
        let sent = state.step === 'code' ? state.sent : 0
        try {
          const reply = await instance
            .client()
            .send(sendCode, { invite_ticket: ticket, type }, { signal })
          countDown.start(reply.retry_time)
          sent += 1
        } catch (error) {
          // A code that was sent a moment ago still works.
          if (!isEarly(error)) throw error
          countDown.start(waitOf(error) ?? 0)
          sent ||= 1
        }
        const { check: found, other } = state
        $state.set({ step: 'code', check: found, other, sent })
      })
    },
    accept(form) {
      const code = form && readCode(formText(form, 'code'))
      if (code === '') {
        const { needCode } = instance.$messages.get().common
        return Promise.resolve(formAction.setFieldError('code', needCode))
      }
      return run(async (signal) => {
        try {
          await join(code === undefined ? {} : { code, ...newAccount }, signal)
        } catch (error) {
          // Another tab may have signed somebody else in, or everybody out.
          const isOther = isRejection(error, 'invitation_other_person', 'session_expired')
          if (code === undefined && (isOther || isRejection(error, 'code_missing'))) {
            await check(signal)
            return
          }
          // The fields for both are on the step before the code.
          if (isRejection(error, 'password_policy', 'text_refused')) this.go('offered')
          throw error
        }
      })
    },
    proceed: () =>
      run(async (signal) => {
        const state = $state.get()
        if (state.step !== 'member') return
        const { need_code, status, subject_uid } = state.check
        // An open invitation to this person is used up; their roles stay.
        if (status === 'pending' && need_code === 0) await join({}, signal)
        else {
          const call = { login_subject_uid: subject_uid }
          await enter(await instance.client().send(identityLogin, call, { signal }))
        }
      }),
    ask: () =>
      run(async (signal) => {
        await instance.client().send(askForInvitation, { invite_ticket: ticket }, { signal })
        $state.set({ step: 'asked' })
      }),
    decline(form) {
      const block = formText(form, 'block')
      const isReported = form.has('report')
      return run(async (signal) => {
        await instance.client().send(
          declineInvitation,
          {
            invite_ticket: ticket,
            block: block === 'subject' || block === 'all' ? block : 'none',
            report: isReported ? 1 : 0,
          },
          { signal },
        )
        $state.set({ step: 'declined', isReported })
      })
    },
    go(step) {
      const state = $state.get()
      formAction.clear()
      if (!('other' in state)) return
      const { check: found, other } = state
      $state.set({ step, check: found, other, isBack: true })
    },
    prepare() {
      void instance.client().warmUp()
    },
    dispose: () => countDown.stop(),
  }
}

function endOf(error: unknown): InvitationEnd | undefined {
  if (!(error instanceof PassportError)) return undefined
  return Object.entries(ends).find(([name]) => name === error.name)?.[1]
}

function newAccountIn(form: FormData): { name?: string; password?: string } {
  const name = formText(form, 'name').trim()
  const password = formText(form, 'password')
  return { ...(name !== '' && { name }), ...(password !== '' && { password }) }
}

// Masked addresses of two accounts may look alike.
function nameOf({ name, email, mobile, user_unique_name: username }: User): string {
  const address = email || mobile || username
  return name === '' || name === address ? address : `${name} (${address})`
}
