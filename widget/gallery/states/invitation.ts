import type { Language } from '#protocol/languages.ts'
import { errorMessages } from '#protocol/messages/all-errors.ts'
import type { InvitationOffer } from '../../src/client/calls/invitation-answer.ts'
import type { FormError } from '../../src/ui/flows/form-error.ts'
import type { InvitationState } from '../../src/login/flows/invitation.ts'
import type { Messages } from '../../src/messages/messages.ts'

interface FormFixture {
  state: InvitationState
  isBusy?: boolean
  resendIn?: number
  formError?: FormError
}

type Sample = [organization: string, inviter: string, invited: string]

const english: Sample = ['Harbour Shipping and Storage', 'Ann Example', 'Ben Example']

const samples: Partial<Record<Language, Sample>> = {
  ja: ['港湾運輸倉庫株式会社', '山田 花子', '鈴木 一郎'],
  zh: ['港口航运与仓储股份有限公司', '王小明', '李华'],
}

/** Every state of the screen, in one language. */
export function invitationStates({ common, language }: Messages): Record<string, FormFixture> {
  const errors = errorMessages[language]
  const [organization, inviter, invited] = samples[language] ?? english
  const check: InvitationOffer = {
    organizationId: '',
    organizationName: organization,
    logoUrl: '',
    verifiedDomain: '',
    inviterName: inviter,
    memberName: invited,
    channel: 'email',
    target: 'b***n@example.com',
    status: 'pending',
    roles: ['admin'],
    expireTime: Date.UTC(2026, 4, 12, 12) / 1000,
    needsCode: true,
    isOther: false,
  }
  const offered = { step: 'offered', check, other: '', isBack: false } as const
  const owned: InvitationOffer = { ...check, needsCode: false, roles: [] }
  const owner = { ...offered, check: owned }
  const other = { ...offered, other: 'ann@example.com' }
  const code = { step: 'code', check, other: '', sent: 1 } as const
  const ended = (end: Extract<InvitationState, { step: 'ended' }>['end']): FormFixture => ({
    state: { step: 'ended', end },
  })
  return {
    loading: { state: { step: 'loading' } },
    offline: { state: { step: 'loading' }, formError: { text: common.offline } },
    'too often': { state: { step: 'loading' }, formError: { text: errors.too_often, wait: 60 } },
    'signed in': { state: owner },
    accepting: { state: owner, isBusy: true },
    full: { state: owner, formError: { text: errors.members_full } },
    'signed out': { state: offered },
    verified: { state: { ...offered, check: { ...check, verifiedDomain: 'example.com' } } },
    'weak password': {
      state: offered,
      formError: { field: 'password', text: errors.password_policy },
    },
    'somebody else': { state: other },
    'adding the address': { state: { step: 'addresses', check, other: 'ann@example.com' } },
    code: { state: code, resendIn: 42 },
    'second code': { state: { ...code, sent: 2 } },
    'wrong code': { state: code, formError: { field: 'code', text: errors.code_error } },
    declining: { state: { step: 'declining', check, other: '' } },
    declined: { state: { step: 'declined', isReported: false } },
    reported: { state: { step: 'declined', isReported: true } },
    unknown: ended('unknown'),
    expired: ended('expired'),
    used: ended('used'),
    asked: { state: { step: 'asked' } },
    member: { state: { step: 'member', check: owned } },
    'member, frozen': {
      state: { step: 'member', check: owned },
      formError: { text: errors.frozen },
    },
    cancelled: ended('cancelled'),
    frozen: ended('frozen'),
  }
}
