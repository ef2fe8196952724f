import { is } from 'superstruct'
import { atom, type ReadableAtom } from 'nanostores'
import type { Reply } from '#protocol/endpoint.ts'
import { ticket as ticketFormat } from '#protocol/fields.ts'
import { authInfo, authorizeClient } from '#protocol/web/open-authorization.ts'
import { PassportError, isRejection } from '../client/errors.ts'
import type { Instance } from '../instance.ts'
import { createFormAction, type FormAction } from './form-action.ts'
import { createLoginFlow, type LoginFlow } from './login.ts'
import { endSession } from './session.ts'

/** A client's request and the person who would answer. */
export type AuthorizationInfo = Reply<typeof authInfo>

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
  | { step: 'ended'; end: AuthorizationEnd }
  /** Nobody is signed in; with `isAnew` somebody is, but has to sign in again. */
  | { step: 'sign-in'; info: AuthorizationInfo; isAnew: boolean }
  | { step: 'asked'; info: AuthorizationInfo; isChanged: boolean }
  /** Asks whether to end the session, so that another account answers. */
  | { step: 'other'; info: AuthorizationInfo }
  | { step: 'leaving'; info: AuthorizationInfo; address: string }

/** Answering an application of others. */
export interface AuthorizationFlow extends Pick<FormAction, '$isBusy' | '$formError'> {
  $state: ReadableAtom<AuthorizationState>
  /** Signing in, on this screen. */
  login: LoginFlow
  load(): Promise<boolean>
  /** Allows what is ticked, as one of the identities. */
  allow(scopes: readonly string[], identity: string): Promise<boolean>
  /** Refuses, or lets the next look at the request do so while a call is under way. */
  refuse(): Promise<boolean>
  /** Asks whether another account shall answer, or goes back. */
  go(step: 'asked' | 'other'): void
  /** Ends the session, so that somebody else can sign in. */
  leaveAccount(): Promise<boolean>
  dispose(): void
}

/** Answers the request of the element's ticket. */
export function createAuthorizationFlow(instance: Instance): AuthorizationFlow {
  const { ticket } = instance.$settings.get()
  const $state = atom<AuthorizationState>({ step: 'loading' })
  const formAction = createFormAction(instance, {})
  const login = createLoginFlow(instance)
  let refusesNext = false

  function run(work: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    return formAction.run(async (signal) => {
      try {
        await work(signal)
      } catch (error) {
        const end = endOf(error)
        if (end === undefined) throw error
        $state.set({ step: 'ended', end })
      }
    })
  }

  async function show(signal: AbortSignal, isChanged = false): Promise<void> {
    const info = await instance.client().send(authInfo, { auth_ticket: ticket }, { signal })
    if (refusesNext) {
      await answer(signal, info, { action: 'refuse' })
    } else if (info.need_login === 1 || info.need_fresh === 1) {
      $state.set({ step: 'sign-in', info, isAnew: info.need_fresh === 1 })
    } else if (info.need_consent === 0) {
      const identity = info.identities.find(({ current }) => current === 1)
      const scopes = info.scopes.filter(({ granted }) => granted === 1)
      await answer(signal, info, {
        scopes: scopes.map(({ scope }) => scope).join(' '),
        user_identity_id: identity?.user_identity_id ?? '0',
      })
    } else {
      $state.set({ step: 'asked', info, isChanged })
    }
  }

  async function answer(
    signal: AbortSignal,
    info: AuthorizationInfo,
    call: { action?: 'refuse'; scopes?: string; user_identity_id?: string },
  ): Promise<void> {
    const reply = await instance
      .client()
      .send(authorizeClient, { auth_ticket: ticket, ...call }, { signal })
    const { code = '', iss, redirect_url: redirectUrl, state = '' } = reply
    $state.set({ step: 'leaving', info, address: redirectUrl })
    instance.authorize({ code, state, iss, redirectUrl })
  }

  return {
    $state,
    $isBusy: formAction.$isBusy,
    $formError: formAction.$formError,
    login,
    load() {
      if (is(ticket, ticketFormat)) return run(show)
      $state.set({ step: 'ended', end: 'expired' })
      return Promise.resolve(false)
    },
    allow(scopes, identity) {
      const state = $state.get()
      if (state.step !== 'asked') return Promise.resolve(false)
      const { info } = state
      return run(async (signal) => {
        try {
          await answer(signal, info, { scopes: scopes.join(' '), user_identity_id: identity })
        } catch (error) {
          // The session has ended, or another account has signed in elsewhere in this browser.
          if (isRejection(error, 'session_expired', 'open_account_changed')) {
            await show(signal, true)
          } else if (isRejection(error, 'ticket_expired')) {
            $state.set({ step: 'sign-in', info, isAnew: true })
          } else throw error
        }
      })
    },
    refuse() {
      const state = $state.get()
      if (!('info' in state)) return Promise.resolve(false)
      refusesNext = formAction.$isBusy.get()
      return run((signal) => answer(signal, state.info, { action: 'refuse' }))
    },
    go(step) {
      const state = $state.get()
      formAction.clear()
      if (!('info' in state)) return
      const { info } = state
      $state.set(step === 'asked' ? { step, info, isChanged: false } : { step, info })
    },
    leaveAccount: () =>
      run(async (signal) => {
        await endSession(instance.client())
        instance.tellSession(undefined)
        await show(signal)
      }),
    dispose: () => login.dispose(),
  }
}

function endOf(error: unknown): AuthorizationEnd | undefined {
  if (!(error instanceof PassportError)) return undefined
  if (error.data.reason === 'answered') return 'answered'
  return Object.entries(ends).find(([name]) => name === error.name)?.[1]
}
