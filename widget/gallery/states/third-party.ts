import { errorMessages } from '#protocol/messages/all-errors.ts'
import type { FormError } from '../../src/ui/flows/form-error.ts'
import type { FormFixture } from './form-fixture.ts'
import type { ThirdPartyState } from '../../src/login/flows/third-party.ts'
import type { Messages } from '../../src/messages/messages.ts'

interface ThirdPartyFixture {
  state: ThirdPartyState
  isBusy?: boolean
  formError?: FormError
  link?: FormFixture
}

/** Every state of the screen, in one language. */
export function thirdPartyStates({
  common,
  language,
}: Messages): Record<string, ThirdPartyFixture> {
  const errors = errorMessages[language]
  const profile = {
    providerTitle: 'GitHub',
    handle: 'ann-example',
    name: 'Ann Example',
    email: 'a**@example.com',
    isRegistered: false,
    isLinked: false,
  } as const
  const fresh = { step: 'new', profile } as const
  const link = { step: 'link', profile: { ...profile, isRegistered: true } } as const
  return {
    loading: { state: { step: 'loading' } },
    offline: { state: { step: 'loading' }, formError: { text: common.offline } },
    'too late': { state: { step: 'expired', logId: '' } },
    new: { state: fresh },
    'name refused': { state: fresh, formError: { field: 'name', text: errors.text_refused } },
    making: { state: fresh, isBusy: true },
    'has an account': {
      state: fresh,
      formError: { text: errors.has_registered, remedy: 'sign-in' },
    },
    link: { state: link },
    'link, by code': { state: link, link: { method: 'code' } },
    'link, wrong password': { state: link, link: { formError: { text: errors.password_error } } },
    'link, taken': { state: link, link: { formError: { text: errors.connect_switch } } },
  }
}
