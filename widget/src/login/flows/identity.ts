import { atom } from 'nanostores'
import { tellActing } from '../../base/acting.ts'
import { choiceOf, continueSignIn, type SignInChoice } from '../../client/calls/choice.ts'
import { actAs, listMemberships, type Membership } from '../../client/calls/memberships.ts'
import type { View } from '../../base/views.ts'
import type { Instance } from '../../base/instance.ts'
import { createFormAction } from '../../ui/flows/form-action.ts'
import type { MadeBy } from '../../ui/flows/made-by.ts'

/** State of the choice of a membership. */
export type IdentityState =
  | { step: 'loading' }
  | { step: 'choose'; members: readonly Membership[] }
  /** The address is new: an account is made only when the person says so. */
  | { step: 'new' }

/** Chooses the membership to sign in with. */
export type IdentityFlow = MadeBy<typeof createIdentityFlow>

/** Makes the flow for a sign-in that waits for a choice, or for somebody signed in. */
export function createIdentityFlow(instance: Instance, view: Extract<View, { name: 'identity' }>) {
  const { rejection, user } = view
  const formAction = createFormAction(instance, {})
  const choice = rejection && choiceOf(rejection)
  const $state = atom<IdentityState>(
    choice === undefined
      ? { step: 'loading' }
      : choice.members.length === 0
        ? { step: 'new' }
        : { step: 'choose', members: choice.members },
  )
  const $chosen = atom('')

  function proceed(chosen: SignInChoice): Promise<boolean> {
    return formAction.run(async () => {
      const { send } = instance.client()
      const signedIn = await continueSignIn(send, choice?.key ?? '', chosen)
      await instance.succeed(signedIn, { isChosen: true })
    })
  }

  return {
    $state,
    /** Id of the membership that was chosen last. */
    $chosen,
    ...formAction.shown,
    load: () =>
      formAction.run(async () => {
        if ($state.get().step !== 'loading') return
        const members = await listMemberships(instance.client().send, { withFrozen: true })
        // With a single membership there is nothing to choose.
        if (user && members.length < 2) await instance.succeed(user, { isChosen: true })
        else $state.set({ step: 'choose', members })
      }),
    choose(member: Membership) {
      const { organizationId: id, organizationName: name, membershipId, isCurrent } = member
      $chosen.set(membershipId)
      if (rejection) return proceed({ membershipId })
      return formAction.run(async () => {
        const signedIn = user && isCurrent ? user : await actAs(instance.client().send, member)
        tellActing(instance.$settings.get().server, { id, name })
        await instance.succeed(signedIn, { isChosen: true })
      })
    },
    makeAccount: () => proceed('new account'),
  }
}
