import type { Problem } from '../../flows/problem.ts'
import type { Still } from '../../flows/still.ts'
import type { ThirdPartyState } from '../../flows/third-party.ts'
import type { Messages } from '../../messages/messages.ts'
import { sampleErrors } from '../sample-errors.ts'

interface ThirdPartyStill {
  state: ThirdPartyState
  isBusy?: boolean
  problem?: Problem
  link?: Still
}

/** Every state of the screen, in the words of a language. */
export function thirdPartyStates({ common, language }: Messages): Record<string, ThirdPartyStill> {
  const errors = sampleErrors[language]
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
    offline: { state: { step: 'loading' }, problem: { text: common.offline } },
    'too late': { state: { step: 'late' } },
    new: { state: fresh },
    'name refused': { state: fresh, problem: { field: 'name', text: errors.text_refused } },
    making: { state: fresh, isBusy: true },
    'has an account': {
      state: fresh,
      problem: { text: errors.has_registered, remedy: 'sign-in' },
    },
    link: { state: link },
    'link, by code': { state: link, link: { method: 'code' } },
    'link, wrong password': { state: link, link: { problem: { text: errors.password_error } } },
    'link, taken': { state: link, link: { problem: { text: errors.connect_switch } } },
  }
}
