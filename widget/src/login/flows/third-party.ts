import { atom } from 'nanostores'
import { PassportError } from '../../client/errors.ts'
import type { View } from '../../base/views.ts'
import type { Instance } from '../../base/instance.ts'
import { keyOf } from '../../client/calls/rejection.ts'
import {
  linkByProof,
  signInByKey,
  signUpByKey,
  thirdPartyProfile,
  type ThirdPartyProfile,
} from '../../client/calls/third-party.ts'
import { formText } from '../../ui/flows/form-text.ts'
import { createLoginFlow, type LoginFlow } from './login.ts'
import { wasClosed } from '../../base/report-failure.ts'
import { createFormAction } from '../../ui/flows/form-action.ts'
import { closedRejection, viewOfRejection } from '../../ui/flows/rejection-view.ts'
import type { MadeBy } from '../../ui/flows/made-by.ts'

/** Errors for a key that is unknown, malformed or expired. */
const expiredKeyErrors = new Set<string>([
  'platform_unknown_account',
  'bad_parameter',
  'ticket_expired',
])

/** State of a sign-in by an account at a provider that is not linked yet. */
export type ThirdPartyState =
  | { step: 'loading' }
  /** The key has expired. */
  | { step: 'expired'; logId: string }
  /** A new account can be created. */
  | { step: 'new'; profile: ThirdPartyProfile }
  /** The profile can be linked to an existing account, after a proof of that account. */
  | { step: 'link'; profile: ThirdPartyProfile }

/** Signs up with an account at a provider, or links it. */
export type ThirdPartyFlow = MadeBy<typeof createThirdPartyFlow>

/** Makes the flow for the key of a rejected sign-in, or of the page. */
export function createThirdPartyFlow(
  instance: Instance,
  { rejection }: Extract<View, { name: 'third-party' }>,
) {
  const key = (rejection && keyOf(rejection)) ?? instance.$settings.get().profileKey
  const formAction = createFormAction(instance, { text_refused: 'name' })
  const $state = atom<ThirdPartyState>({ step: 'loading' })
  const link: LoginFlow = createLoginFlow(instance, {
    byPassword: ({ send }, account, password) => linkByProof(send, key, { account, password }),
    byCode: ({ send }, address, code) => linkByProof(send, key, { address, code }),
  })

  return {
    $state,
    /** Proves the account to link it to. */
    link,
    ...formAction.shown,
    load: () =>
      formAction.run(async () => {
        try {
          const { send } = instance.client()
          const profile = await thirdPartyProfile(send, key)
          if (profile.isLinked) {
            // The server may ask for a captcha or a second step, which this call shows.
            await instance.succeed(await signInByKey(send, key))
            return
          }
          // An account with the proved address exists, and is most likely the same person's.
          $state.set({ step: profile.isRegistered ? 'link' : 'new', profile })
        } catch (error) {
          if (error instanceof PassportError && expiredKeyErrors.has(error.name)) {
            $state.set({ step: 'expired', logId: error.logId })
            return
          }
          if (wasClosed(error)) instance.go(viewOfRejection(closedRejection))
          throw error
        }
      }),
    go(step: 'new' | 'link') {
      const state = $state.get()
      if (!('profile' in state)) return
      formAction.clear()
      $state.set({ step, profile: state.profile })
    },
    makeAccount(form: FormData) {
      const name = formText(form, 'name').trim()
      return formAction.run(async () => {
        await instance.succeed(await signUpByKey(instance.client().send, key, name))
      })
    },
    dispose: () => link.dispose(),
  }
}
