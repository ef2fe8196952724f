import { array, mask } from 'superstruct'
import { atom, type ReadableAtom } from 'nanostores'
import { membershipInfo, type MembershipInfo } from '#protocol/objects.ts'
import { identityLogin, listIdentities } from '#protocol/web/identity.ts'
import { smsLoginContinue } from '#protocol/web/login.ts'
import { tellActing } from '../acting.ts'
import type { Instance, View } from '../instance.ts'
import { createFormAction, type FormAction } from './form-action.ts'

/** State of the choice of a membership. */
export type IdentityState =
  | { step: 'loading' }
  | { step: 'choose'; members: readonly MembershipInfo[] }
  /** The address is new: an account is made only when the person says so. */
  | { step: 'new' }

/** Chooses the membership to sign in with. */
export interface IdentityFlow extends Pick<FormAction, '$isBusy' | '$formError'> {
  $state: ReadableAtom<IdentityState>
  /** Id of the membership that was chosen last. */
  $chosen: ReadableAtom<string>
  load(): Promise<boolean>
  choose(member: MembershipInfo): Promise<boolean>
  makeAccount(): Promise<boolean>
}

/** Makes the flow for a sign-in that waits for a choice, or for somebody signed in. */
export function createIdentityFlow(
  instance: Instance,
  view: Extract<View, { name: 'identity' }>,
): IdentityFlow {
  const { rejection, user } = view
  const formAction = createFormAction(instance, {})
  const loginKey = rejection?.data.sms_login_key
  const key = typeof loginKey === 'string' ? loginKey : ''
  const $state = atom<IdentityState>(rejection ? readChoice(rejection.data) : { step: 'loading' })
  const $chosen = atom('')

  function continueSignIn(choice: {
    user_identity_id?: string
    confirm_register?: 1
  }): Promise<boolean> {
    return formAction.run(async (signal) => {
      const signedIn = await instance
        .client()
        .send(smsLoginContinue, { sms_login_key: key, ...choice }, { signal })
      await instance.succeed(signedIn.new_user === 1 ? 'sign-up' : 'sign-in', signedIn, {
        isChosen: true,
      })
    })
  }

  return {
    $state,
    $chosen,
    $isBusy: formAction.$isBusy,
    $formError: formAction.$formError,
    load: () =>
      formAction.run(async (signal) => {
        if ($state.get().step !== 'loading') return
        const call = { need_frozen_user: 1, page_size: 100 } as const
        const { list } = await instance.client().send(listIdentities, call, { signal })
        // With a single membership there is nothing to choose.
        if (user && list.length < 2) await instance.succeed('sign-in', user, { isChosen: true })
        else $state.set({ step: 'choose', members: list })
      }),
    choose(member) {
      const { subject_uid: subject, user_identity_id: id, current } = member
      $chosen.set(member.sec_member_id)
      if (rejection) return continueSignIn({ user_identity_id: id })
      return formAction.run(async (signal) => {
        const signedIn =
          user && current === 1
            ? user
            : await instance
                .client()
                .send(
                  identityLogin,
                  { login_subject_uid: subject, user_identity_id: id },
                  { signal },
                )
        tellActing(instance.$settings.get().server, { id: subject, name: member.subject_name })
        await instance.succeed('sign-in', signedIn, { isChosen: true })
      })
    },
    makeAccount: () => continueSignIn({ confirm_register: 1 }),
  }
}

function readChoice({ subject_list: list }: Readonly<Record<string, unknown>>): IdentityState {
  const members = mask(list ?? [], array(membershipInfo))
  return members.length === 0 ? { step: 'new' } : { step: 'choose', members }
}
