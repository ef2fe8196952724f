import { errorMessages } from '#protocol/messages/all-errors.ts'
import type { FormError } from '../../flows/form-error.ts'
import type { FormFixture } from '../../flows/form-fixture.ts'
import type { ThirdPartyState } from '../../flows/third-party.ts'
import type { Messages } from '../../messages/messages.ts'

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
    platform: 'github',
    platform_app_id: 101,
    platform_title: 'GitHub',
    screen_name: 'ann-example',
    name: 'Ann Example',
    avatar_url: '',
    email: 'a**@example.com',
    is_registered: 0,
    is_linked: 0,
  } as const
  const fresh = { step: 'new', profile } as const
  const link = { step: 'link', profile: { ...profile, is_registered: 1 } } as const
  return {
    loading: { state: { step: 'loading' } },
    offline: { state: { step: 'loading' }, formError: { text: common.offline } },
    'too late': { state: { step: 'expired' } },
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
