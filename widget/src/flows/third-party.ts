import { atom, type ReadableAtom } from 'nanostores'
import { mask } from 'superstruct'
import type { Reply } from '#protocol/endpoint.ts'
import { user } from '#protocol/objects.ts'
import { registerBind } from '#protocol/web/registration.ts'
import { authBindLogin, authLogin, oauthProfile } from '#protocol/web/providers.ts'
import { PassportError } from '../client/errors.ts'
import type { Instance, View } from '../instance.ts'
import { addressFields } from './address.ts'
import { formText } from './form-text.ts'
import { createLoginFlow, type LoginFlow } from './login.ts'
import { wasClosed } from './form-error.ts'
import { createFormAction, type FormAction } from './form-action.ts'
import { closedRejection, viewOfRejection } from './rejection-view.ts'

/** How the server says that it does not know a key, or that it is none. */
const lateNames = new Set<string>(['platform_unknown_account', 'bad_parameter', 'ticket_expired'])

/** Whose account elsewhere it is. */
export type ThirdPartyProfile = Reply<typeof oauthProfile>

/** Where an account elsewhere stands that nobody here has. */
export type ThirdPartyState =
  | { step: 'loading' }
  /** The key is known no more. */
  | { step: 'late' }
  /** An account can be made for it. */
  | { step: 'new'; profile: ThirdPartyProfile }
  /** It is linked to an account that is there, which has to be proved. */
  | { step: 'link'; profile: ThirdPartyProfile }

/** Signing up with an account elsewhere, or linking it. */
export interface ThirdPartyFlow extends Pick<FormAction, '$isBusy' | '$formError'> {
  $state: ReadableAtom<ThirdPartyState>
  /** Proves the account that it is linked to. */
  link: LoginFlow
  load(): Promise<boolean>
  go(step: 'new' | 'link'): void
  makeAccount(form: FormData): Promise<boolean>
  dispose(): void
}

/** Makes it for the key that a sign-in answered, or that the page was given. */
export function createThirdPartyFlow(
  instance: Instance,
  { rejection }: Extract<View, { name: 'third-party' }>,
): ThirdPartyFlow {
  const told = rejection?.data.profile_key
  const key = typeof told === 'string' ? told : instance.$settings.get().profileKey
  const formAction = createFormAction(instance, { text_refused: 'name' })
  const $state = atom<ThirdPartyState>({ step: 'loading' })
  const link = createLoginFlow(instance, {
    byPassword: (client, account, password, options) =>
      client.send(authBindLogin, { profile_key: key, account, password }, options),
    byCode: (client, address, code, options) =>
      client.send(authBindLogin, { profile_key: key, ...addressFields(address), code }, options),
  })

  return {
    $state,
    link,
    $isBusy: formAction.$isBusy,
    $formError: formAction.$formError,
    load: () =>
      formAction.run(async (signal) => {
        try {
          const call = { profile_key: key }
          const profile = await instance.client().send(oauthProfile, call, { signal })
          if (profile.is_linked === 1) {
            // Known, but not let in by that alone: what is asked for is shown on the way.
            const reply = await instance.client().send(authLogin, call, { signal })
            await instance.succeed('sign-in', mask(reply, user))
            return
          }
          // The address that was proved elsewhere is known here: it is most likely their own.
          $state.set({ step: profile.is_registered === 1 ? 'link' : 'new', profile })
        } catch (error) {
          const isLate = error instanceof PassportError && lateNames.has(error.name)
          if (isLate) {
            $state.set({ step: 'late' })
            return
          }
          if (wasClosed(error)) instance.go(viewOfRejection(closedRejection))
          throw error
        }
      }),
    go(step) {
      const state = $state.get()
      if (!('profile' in state)) return
      formAction.clear()
      $state.set({ step, profile: state.profile })
    },
    makeAccount(form) {
      const name = formText(form, 'name').trim()
      return formAction.run(async (signal) => {
        const made = await instance
          .client()
          .send(registerBind, { profile_key: key, ...(name === '' ? {} : { name }) }, { signal })
        await instance.succeed('sign-up', made)
      })
    },
    dispose: () => link.dispose(),
  }
}
