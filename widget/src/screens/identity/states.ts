import type { Language } from '#protocol/languages.ts'
import type { MembershipInfo } from '#protocol/objects.ts'
import { errorMessages } from '#protocol/messages/all-errors.ts'
import type { IdentityState } from '../../flows/identity.ts'
import type { FormError } from '../../flows/form-error.ts'
import type { Messages } from '../../messages/messages.ts'

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
    rest?: Partial<MembershipInfo>,
  ): MembershipInfo => ({
    sec_member_id: `sm_${at}`,
    subject_uid: String(at),
    user_identity_id: String(at),
    subject_name: subject,
    logo_url: '',
    deputy_name: name,
    is_frozen: 0,
    current: 0,
    ...rest,
  })
  const samples: Partial<Record<Language, string[]>> = {
    en: ['Ann Example', 'Orchard Ltd', 'Ann of Orchard', 'Harbour Shipping and Storage Company'],
    ja: ['山田 花子', '果樹園株式会社', '山田(営業)', '港湾運輸倉庫株式会社 東日本支社'],
    zh: ['王小明', '果园有限公司', '小明（销售）', '港口航运与仓储股份有限公司'],
  }
  const [own = '', first = '', deputy = '', second = ''] = samples[language] ?? samples.en ?? []
  const members = [
    one(0, '', own, { current: 1 }),
    one(1, first, deputy),
    one(2, second, own),
    one(3, 'Xy', '', { is_frozen: 1 }),
  ]
  const state = { step: 'choose', members } as const
  return {
    loading: { state: { step: 'loading' } },
    offline: { state: { step: 'loading' }, formError: { text: common.offline } },
    list: { state },
    choosing: { state, isBusy: true, chosen: 'sm_1' },
    'no longer': { state, formError: { text: errors.not_member } },
    'too often': { state, formError: { text: errors.too_often, wait: 30 } },
    'only oneself': { state: { step: 'choose', members: members.slice(0, 1) } },
    'new address': { state: { step: 'new' } },
    'new address, too late': {
      state: { step: 'new' },
      formError: { text: errors.login_key_expired },
    },
  }
}
