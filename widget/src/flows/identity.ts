import { array, mask } from 'superstruct'
import { atom, type ReadableAtom } from 'nanostores'
import { membershipInfo, type MembershipInfo } from '#protocol/objects.ts'
import { identityLogin, listIdentities } from '#protocol/web/identity.ts'
import { smsLoginContinue } from '#protocol/web/login.ts'
import { tellActing } from '../acting.ts'
import type { Instance, View } from '../instance.ts'
import { createFormAction, type FormAction } from './form-action.ts'

/** Where a choice of identities stands. */
export type IdentityState =
  | { step: 'loading' }
  | { step: 'choose'; members: readonly MembershipInfo[] }
  /** The address is new: an account is made only when the person says so. */
  | { step: 'new' }

/** Choosing as whom to sign in. */
export interface IdentityFlow extends Pick<FormAction, '$isBusy' | '$formError'> {
  $state: ReadableAtom<IdentityState>
  /** The one that was chosen last. */
  $chosen: ReadableAtom<string>
  load(): Promise<boolean>
  choose(member: MembershipInfo): Promise<boolean>
  makeAccount(): Promise<boolean>
}

/**
 * Makes the choice of identities: of a sign-in that waits for it, of a person who has just signed
 * in, or of one who wants to change over.
 */
export function createIdentityFlow(
  instance: Instance,
  view: Extract<View, { name: 'identity' }>,
): IdentityFlow {
  const { rejection, user } = view
  const formAction = createFormAction(instance, {})
  const told = rejection?.data.sms_login_key
  const key = typeof told === 'string' ? told : ''
  const $state = atom<IdentityState>(rejection ? readChoice(rejection.data) : { step: 'loading' })
  const $chosen = atom('')

  function goOn(choice: { user_identity_id?: string; confirm_register?: 1 }): Promise<boolean> {
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
        // Whoever acts for nobody else has nothing to choose.
        if (user && list.length < 2) await instance.succeed('sign-in', user, { isChosen: true })
        else $state.set({ step: 'choose', members: list })
      }),
    choose(member) {
      const { subject_uid: subject, user_identity_id: id, current } = member
      $chosen.set(member.sec_member_id)
      if (rejection) return goOn({ user_identity_id: id })
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
    makeAccount: () => goOn({ confirm_register: 1 }),
  }
}

function readChoice({ subject_list: list }: Readonly<Record<string, unknown>>): IdentityState {
  const members = mask(list ?? [], array(membershipInfo))
  return members.length === 0 ? { step: 'new' } : { step: 'choose', members }
}
