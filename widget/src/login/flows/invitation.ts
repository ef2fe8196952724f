import { is } from 'superstruct'
import { atom } from 'nanostores'
import { ticket as ticketFormat } from '#protocol/fields.ts'
import type { User } from '#protocol/objects.ts'
import { preferredType } from '#protocol/preferred-types.ts'
import { toEntry } from '../../client/calls/person.ts'
import { askForCode } from '../../client/calls/codes.ts'
import {
  acceptInvitation,
  accountNameOf,
  askForInvitation,
  checkInvitation,
  declineInvitation,
  type InvitationOffer,
} from '../../client/calls/invitation-answer.ts'
import { actAs, ONESELF } from '../../client/calls/memberships.ts'
import { tellActing } from '../../base/acting.ts'
import { PassportError, isRejection } from '../../client/errors.ts'
import type { Instance } from '../../base/instance.ts'
import { readCode } from '../../base/read-code.ts'
import { codeErrorFields, isEarly } from '../../ui/flows/code-step.ts'
import { createCountDown } from '../../ui/flows/count-down.ts'
import { reportFailure } from '../../base/report-failure.ts'
import { createFormAction } from '../../ui/flows/form-action.ts'
import { waitOf } from '../../ui/flows/form-error.ts'
import { formText } from '../../ui/flows/form-text.ts'
import { findSession } from '../../base/session.ts'
import type { MadeBy } from '../../ui/flows/made-by.ts'

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
  | { step: 'ended'; end: InvitationEnd; logId?: string }
  /** The inviter of an expired invitation is told. */
  | { step: 'asked' }
  /** Whoever is signed in is in the organization already. */
  | { step: 'member'; check: InvitationOffer }
  /** The person has just become a member; `next` leads to the organization, if the page knows where. */
  | { step: 'joined'; organizationName: string; next: string }
  /** `other` names who is signed in without owning the address; empty for nobody. */
  | { step: 'offered'; check: InvitationOffer; other: string; isBack: boolean }
  /** A code is on its way to the address; `sent` counts the codes. */
  | { step: 'code'; check: InvitationOffer; other: string; sent: number; wasRefused?: boolean }
  /** The person adds the address to the account that is signed in. */
  | { step: 'addresses'; check: InvitationOffer; other: string }
  | { step: 'declining'; check: InvitationOffer; other: string }
  | { step: 'declined'; isReported: boolean }

/** Answering an invitation. */
export type InvitationFlow = MadeBy<typeof createInvitationFlow>

/** Answers the invitation of the element's ticket. */
export function createInvitationFlow(instance: Instance) {
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

  function run(work: () => Promise<void>): Promise<boolean> {
    return formAction.run(async () => {
      try {
        await work()
      } catch (error) {
        const ended = endOf(error)
        const state = $state.get()
        const isShown = state.step === 'ended' && state.end === ended?.end
        if (ended === undefined || isShown) throw error
        $state.set({ step: 'ended', ...ended })
        reportFailure(instance, error)
      }
    })
  }

  async function check(): Promise<void> {
    const client = instance.client()
    const found = await checkInvitation(client.send, ticket)
    if (found.organizationId !== '') {
      $state.set({ step: 'member', check: found })
      return
    }
    const user = found.isOther ? await findSession(client, $settings.get().pages) : undefined
    const other = user === undefined ? '' : accountNameOf(user)
    $state.set({ step: 'offered', check: found, other, isBack: $state.get().step !== 'loading' })
  }

  async function join(proof: { code?: string; name?: string; password?: string }): Promise<void> {
    await enter(await acceptInvitation(instance.client().send, ticket, proof))
  }

  async function enter(user: User): Promise<void> {
    const state = $state.get()
    const { server, pages } = $settings.get()
    const organizationName = 'check' in state ? state.check.organizationName : ''
    const { organizationId: id, next: given } = toEntry(user)
    tellActing(server, { id, name: organizationName })
    const isNew = state.step !== 'member'
    const next = instance.destination()
    await instance.succeed(user, {
      isChosen: true,
      // Our own pages say first what has come of it.
      next: given ?? (isNew && pages !== undefined ? '' : next),
      ...(isNew && { end: () => $state.set({ step: 'joined', organizationName, next }) }),
    })
  }

  return {
    $state,
    /** Seconds until another code may be sent; 0 when it may. */
    $resendIn: countDown.$left,
    ...formAction.shown,
    /** Looks the invitation up, also again once the person owns the address. */
    async load() {
      if (is(ticket, ticketFormat)) return run(check)
      $state.set({ step: 'ended', end: 'unknown' })
      return false
    },
    /** Sends a code to the address; name and password are those of a new account. */
    sendCode(form?: FormData) {
      const state = $state.get()
      if (state.step !== 'offered' && state.step !== 'code') return Promise.resolve(false)
      if (form !== undefined) newAccount = newAccountIn(form)
      const type = preferredType.login[state.check.channel === 'mobile' ? 'mobile' : 'email']
      return run(async () => {
        let sent = state.step === 'code' ? state.sent : 0
        let wasRefused = false
        try {
          const code = await askForCode(instance.client().send, { invitation: ticket, type })
          countDown.start(code.retryTime)
          sent += 1
          wasRefused = code.wasRefused
        } catch (error) {
          // A code that was sent a moment ago still works.
          if (!isEarly(error)) throw error
          countDown.start(waitOf(error) ?? 0)
          sent ||= 1
        }
        const { check: found, other } = state
        $state.set({ step: 'code', check: found, other, sent, wasRefused })
      })
    },
    /** Accepts by the session or by the code that was typed. */
    accept(form?: FormData) {
      const code = form && readCode(formText(form, 'code'))
      if (code === '') {
        const { needCode } = instance.$messages.get().common
        return Promise.resolve(formAction.setFieldError('code', needCode))
      }
      return run(async () => {
        try {
          await join(code === undefined ? {} : { code, ...newAccount })
        } catch (error) {
          // Another tab may have signed somebody else in, or everybody out.
          const isOther = isRejection(error, 'invitation_other_person', 'session_expired')
          if (code === undefined && (isOther || isRejection(error, 'code_missing'))) {
            await check()
            return
          }
          // The fields for both are on the step before the code.
          if (isRejection(error, 'password_policy', 'text_refused')) this.go('offered')
          throw error
        }
      })
    },
    /** Continues as the member that the person is already. */
    proceed: () =>
      run(async () => {
        const state = $state.get()
        if (state.step !== 'member') return
        const { needsCode, status, organizationId } = state.check
        // An open invitation to this person is used up; their roles stay.
        if (status === 'pending' && !needsCode) await join({})
        else {
          const { send } = instance.client()
          await enter(await actAs(send, { organizationId, membershipId: ONESELF }))
        }
      }),
    /** Asks for a new invitation in place of the expired one. */
    ask: () =>
      run(async () => {
        await askForInvitation(instance.client().send, ticket)
        $state.set({ step: 'asked' })
      }),
    decline(form: FormData) {
      const block = formText(form, 'block')
      const isReported = form.has('report')
      return run(async () => {
        await declineInvitation(instance.client().send, ticket, {
          block: block === 'subject' || block === 'all' ? block : 'none',
          isReported,
        })
        $state.set({ step: 'declined', isReported })
      })
    },
    go(step: 'offered' | 'addresses' | 'declining') {
      const state = $state.get()
      formAction.clear()
      if (!('other' in state)) return
      const { check: found, other } = state
      $state.set({ step, check: found, other, isBack: true })
    },
    prepare: instance.prepare,
    dispose: () => countDown.stop(),
  }
}

function endOf(error: unknown): { end: InvitationEnd; logId: string } | undefined {
  if (!(error instanceof PassportError)) return undefined
  const end = Object.entries(ends).find(([name]) => name === error.name)?.[1]
  return end && { end, logId: error.logId }
}

function newAccountIn(form: FormData): { name?: string; password?: string } {
  const name = formText(form, 'name').trim()
  const password = formText(form, 'password')
  return { ...(name !== '' && { name }), ...(password !== '' && { password }) }
}
