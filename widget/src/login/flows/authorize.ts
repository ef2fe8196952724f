import { is } from 'superstruct'
import { atom } from 'nanostores'
import { ticket as ticketFormat } from '#protocol/fields.ts'
import {
  answerClient,
  authorizationInfo,
  type AuthorizationAnswer,
  type AuthorizationInfo,
} from '../../client/calls/authorization.ts'
import { raiseTo } from '../../client/calls/level.ts'
import { ONESELF } from '../../client/calls/memberships.ts'
import { PassportError, isRejection } from '../../client/errors.ts'
import type { Instance } from '../../base/instance.ts'
import { createFormAction } from '../../ui/flows/form-action.ts'
import { createLoginFlow, type LoginFlow } from './login.ts'
import { wasClosed } from '../../base/report-failure.ts'
import { endSession } from '../../base/session.ts'
import type { MadeBy } from '../../ui/flows/made-by.ts'

const ends = {
  open_request_expired: 'expired',
  client_unknown: 'stopped',
  redirect_mismatch: 'wrong',
  scope_refused: 'wrong',
  open_request_invalid: 'wrong',
} as const

/** Reason why a request can no longer be answered. */
export type AuthorizationEnd = (typeof ends)[keyof typeof ends] | 'answered'

export type AuthorizationState =
  | { step: 'loading' }
  | { step: 'ended'; end: AuthorizationEnd; logId?: string }
  /** Nobody is signed in; with `isAnew` somebody is, but has to sign in again. */
  | { step: 'sign-in'; info: AuthorizationInfo; isAnew: boolean }
  | { step: 'asked'; info: AuthorizationInfo; isChanged: boolean }
  /** Nothing of the account reaches the level that the client demands. */
  | { step: 'unmet'; info: AuthorizationInfo; addPage: string }
  /** Asks whether to end the session, so that another account answers. */
  | { step: 'other'; info: AuthorizationInfo }
  | { step: 'leaving'; info: AuthorizationInfo; address: string }

/** Answering an application of others. */
export type AuthorizationFlow = MadeBy<typeof createAuthorizationFlow>

/** Answers the request of the element's ticket. */
export function createAuthorizationFlow(instance: Instance) {
  const { ticket } = instance.$settings.get()
  const $state = atom<AuthorizationState>({ step: 'loading' })
  const formAction = createFormAction(instance, {})
  const login: LoginFlow = createLoginFlow(instance)
  let refusesNext = false

  function run(work: () => Promise<void>): Promise<boolean> {
    return formAction.run(async () => {
      try {
        await work()
      } catch (error) {
        const ended = endOf(error)
        if (ended === undefined) throw error
        $state.set({ step: 'ended', ...ended })
      }
    })
  }

  async function show(isChanged = false): Promise<void> {
    const { send } = instance.client()
    let info = await authorizationInfo(send, ticket)
    if (info.addPage !== undefined && !refusesNext) {
      $state.set({ step: 'unmet', info, addPage: info.addPage })
      return
    }
    if (info.neededLevel > 0 && !refusesNext) {
      try {
        await raiseTo(send, info.neededLevel)
      } catch (error) {
        // The sign-in is too old for a second proof, or the person closed it.
        if (!isRejection(error, 'ticket_expired') && !wasClosed(error)) throw error
        $state.set({ step: 'sign-in', info, isAnew: true })
        return
      }
      info = await authorizationInfo(send, ticket)
    }
    if (refusesNext) {
      await answer(info, { action: 'refuse' })
    } else if (info.needsSignIn || info.needsFreshSignIn) {
      $state.set({ step: 'sign-in', info, isAnew: info.needsFreshSignIn })
    } else if (!info.needsConsent) {
      const identity = info.identities.find(({ isPreselected }) => isPreselected)
      const scopes = info.scopes.filter(({ isGranted }) => isGranted).map(({ scope }) => scope)
      await answer(info, { scopes, membershipId: identity?.membershipId ?? ONESELF })
    } else {
      $state.set({ step: 'asked', info, isChanged })
    }
  }

  async function answer(info: AuthorizationInfo, given: AuthorizationAnswer): Promise<void> {
    const reply = await answerClient(instance.client().send, ticket, given)
    $state.set({ step: 'leaving', info, address: reply.redirectUrl })
    instance.authorize(reply)
  }

  return {
    $state,
    ...formAction.shown,
    /** Signing in, on this screen. */
    login,
    load() {
      if (is(ticket, ticketFormat)) return run(() => show())
      $state.set({ step: 'ended', end: 'expired' })
      return Promise.resolve(false)
    },
    /** Allows what is ticked, as one of the identities. */
    allow(scopes: readonly string[], membershipId: string) {
      const state = $state.get()
      if (state.step !== 'asked') return Promise.resolve(false)
      const { info } = state
      return run(async () => {
        try {
          await answer(info, { scopes, membershipId })
        } catch (error) {
          // The session has ended, or another account has signed in elsewhere in this browser.
          if (isRejection(error, 'session_expired', 'open_account_changed')) {
            await show(true)
          } else if (isRejection(error, 'ticket_expired')) {
            $state.set({ step: 'sign-in', info, isAnew: true })
          } else throw error
        }
      })
    },
    /** Refuses, or lets the next look at the request do so while a call is under way. */
    refuse() {
      const state = $state.get()
      if (!('info' in state)) return Promise.resolve(false)
      refusesNext = formAction.$isBusy.get()
      return run(() => answer(state.info, { action: 'refuse' }))
    },
    /** Asks whether another account shall answer. */
    askOther() {
      const state = $state.get()
      formAction.clear()
      if ('info' in state) $state.set({ step: 'other', info: state.info })
    },
    /** Ends the session, so that somebody else can sign in. */
    leaveAccount: () =>
      run(async () => {
        await endSession(instance.client())
        instance.tellSession(undefined)
        await show()
      }),
    dispose: () => login.dispose(),
  }
}

function endOf(error: unknown): { end: AuthorizationEnd; logId: string } | undefined {
  if (!(error instanceof PassportError)) return undefined
  const { data, logId, name } = error
  const found = Object.entries(ends).find(([one]) => one === name)?.[1]
  const end = data.reason === 'answered' ? 'answered' : found
  return end && { end, logId }
}
