import type { Language } from '#protocol/languages.ts'
import type { Membership } from '../../src/client/calls/memberships.ts'
import { errorMessages } from '#protocol/messages/all-errors.ts'
import type { IdentityState } from '../../src/login/flows/identity.ts'
import type { FormError } from '../../src/ui/flows/form-error.ts'
import type { Messages } from '../../src/messages/messages.ts'

interface FormFixture {
  state: IdentityState
  isBusy?: boolean
  chosen?: string
  formError?: FormError
}

/** Every state of the screen, in one language. */
export function identityStates({ common, language }: Messages): Record<string, FormFixture> {
  const errors = errorMessages[language]
  const one = (
    at: number,
    subject: string,
    name: string,
    rest?: Partial<Membership>,
  ): Membership => ({
    organizationId: String(at),
    membershipId: String(at),
    organizationName: subject,
    organizationLabel: subject,
    logoUrl: '',
    memberName: name,
    isFrozen: false,
    isCurrent: false,
    ...rest,
  })
  const samples: Partial<Record<Language, string[]>> = {
    en: ['Ann Example', 'Orchard Ltd', 'Ann of Orchard', 'Harbour Shipping and Storage Company'],
    ja: ['山田 花子', '果樹園株式会社', '山田(営業)', '港湾運輸倉庫株式会社 東日本支社'],
    zh: ['王小明', '果园有限公司', '小明（销售）', '港口航运与仓储股份有限公司'],
  }
  const [own = '', first = '', deputy = '', second = ''] = samples[language] ?? samples.en ?? []
  const members = [
    one(0, '', own, { isCurrent: true }),
    one(1, first, deputy),
    one(2, second, own),
    one(3, 'Xy', '', { isFrozen: true }),
  ]
  const namesakes = [
    one(0, '', own, { isCurrent: true }),
    one(1, first, deputy, { organizationLabel: `${first} (orchard.example)` }),
    one(2, first, own, { organizationLabel: `${first} (${deputy})` }),
  ]
  const state = { step: 'choose', members } as const
  return {
    loading: { state: { step: 'loading' } },
    offline: { state: { step: 'loading' }, formError: { text: common.offline } },
    list: { state },
    choosing: { state, isBusy: true, chosen: '1' },
    'no longer': { state, formError: { text: errors.not_member } },
    'too often': { state, formError: { text: errors.too_often, wait: 30 } },
    'equal names': { state: { step: 'choose', members: namesakes } },
    'only oneself': { state: { step: 'choose', members: members.slice(0, 1) } },
    'new address': { state: { step: 'new' } },
    'new address, too late': {
      state: { step: 'new' },
      formError: { text: errors.login_key_expired },
    },
  }
}
