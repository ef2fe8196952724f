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

/** Errors for a key that is unknown, malformed or expired. */
const expiredKeyErrors = new Set<string>([
  'platform_unknown_account',
  'bad_parameter',
  'ticket_expired',
])

/** Profile of the account at the provider. */
export type ThirdPartyProfile = Reply<typeof oauthProfile>

/** State of a sign-in by an account at a provider that is not linked yet. */
export type ThirdPartyState =
  | { step: 'loading' }
  /** The key has expired. */
  | { step: 'expired' }
  /** A new account can be created. */
  | { step: 'new'; profile: ThirdPartyProfile }
  /** The profile can be linked to an existing account, after a proof of that account. */
  | { step: 'link'; profile: ThirdPartyProfile }

/** Signs up with an account at a provider, or links it. */
export interface ThirdPartyFlow extends Pick<FormAction, '$isBusy' | '$formError'> {
  $state: ReadableAtom<ThirdPartyState>
  /** Proves the account to link it to. */
  link: LoginFlow
  load(): Promise<boolean>
  go(step: 'new' | 'link'): void
  makeAccount(form: FormData): Promise<boolean>
  dispose(): void
}

/** Makes the flow for the key of a rejected sign-in, or of the page. */
export function createThirdPartyFlow(
  instance: Instance,
  { rejection }: Extract<View, { name: 'third-party' }>,
): ThirdPartyFlow {
  const rejectedKey = rejection?.data.profile_key
  const key = typeof rejectedKey === 'string' ? rejectedKey : instance.$settings.get().profileKey
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
            // The server may ask for a captcha or a second step, which this call shows.
            const reply = await instance.client().send(authLogin, call, { signal })
            await instance.succeed('sign-in', mask(reply, user))
            return
          }
          // An account with the proved address exists, and is most likely the same person's.
          $state.set({ step: profile.is_registered === 1 ? 'link' : 'new', profile })
        } catch (error) {
          const isExpired = error instanceof PassportError && expiredKeyErrors.has(error.name)
          if (isExpired) {
            $state.set({ step: 'expired' })
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
        const reply = await instance
          .client()
          .send(registerBind, { profile_key: key, ...(name === '' ? {} : { name }) }, { signal })
        await instance.succeed('sign-up', reply)
      })
    },
    dispose: () => link.dispose(),
  }
}
