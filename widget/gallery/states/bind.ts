import type { Account } from '../../src/client/calls/account.ts'
import { errorMessages } from '#protocol/messages/all-errors.ts'
import type { BindPlan, BindStep } from '../../src/account/flows/bind.ts'
import type {
  LinkedAccountRow,
  LinkedAccountsStep,
} from '../../src/account/flows/linked-accounts.ts'
import type { FormError } from '../../src/ui/flows/form-error.ts'
import { fixtureCode } from './fixture-code.ts'
import type { Messages } from '../../src/messages/messages.ts'
import { sampleMethods, fixtureStepUp } from './account.ts'
import { sampleAccount } from './sample-account.ts'

/** Values that the screen shows. */
export interface BindFixture {
  user: Account
  step: BindStep
  rows?: readonly LinkedAccountRow[] | undefined
  links?: LinkedAccountsStep
  formError?: FormError
  linkError?: FormError
  isBusy?: boolean
}

const both: Account = { ...sampleAccount, mobile: '+81 90 1234 5678', isMobileProved: true }

const rows: readonly LinkedAccountRow[] = [
  { provider: 'github', title: 'GitHub', linked: 'ann-example', href: '#' },
  { provider: 'google', title: 'Google', linked: undefined, href: '#' },
]

const change: BindPlan = { does: 'change', channel: 'email', present: 'ann@example.com' }
const add: BindPlan = { does: 'add', channel: 'mobile', present: '' }
const remove: BindPlan = { does: 'remove', channel: 'mobile', present: both.mobile }

/** Every state of the screen, in one language. */
export function bindStates({ common, language }: Messages): Record<string, BindFixture> {
  const errors = errorMessages[language]
  const list: BindStep = { at: 'list' }
  const [github = rows[0]] = rows
  const addressOf = (plan: BindPlan): BindStep => ({ at: 'code', plan, code: fixtureCode() })
  const codeTo = (plan: BindPlan, value: string, sentTo: string, resendIn = 0): BindStep => ({
    at: 'code',
    plan,
    code: fixtureCode({
      code: {
        step: 'code',
        address: { channel: plan.channel, value },
        sentTo,
        sent: 1,
        isCall: false,
      },
      resendIn,
    }),
  })
  const code = codeTo(change, 'ann@new.example', 'a**@new.example')
  return {
    'one address': { user: sampleAccount, step: list, rows: [] },
    'all there is': { user: both, step: list, rows },
    'not confirmed': {
      user: { ...sampleAccount, isEmailProved: false },
      step: list,
      rows: [],
    },
    'links loading': { user: both, step: list, rows: undefined },
    'links offline': {
      user: both,
      step: list,
      rows: undefined,
      linkError: { text: common.offline },
    },
    changed: { user: both, step: { at: 'list', done: change }, rows: [] },
    removed: { user: sampleAccount, step: { at: 'list', done: remove }, rows: [] },
    'add, number': { user: sampleAccount, step: addressOf(add) },
    'add, malformed': {
      user: sampleAccount,
      step: addressOf(add),
      formError: { field: 'mobile', text: common.needMobile },
    },
    'add, too often': {
      user: sampleAccount,
      step: addressOf(add),
      formError: { text: errors.too_often, wait: 600 },
    },
    'add, code': { user: sampleAccount, step: codeTo(add, '+819012345678', '901****5678', 42) },
    'add, belongs to another': {
      user: sampleAccount,
      step: { at: 'move', plan: add, key: 'key', address: '+819012345678' },
    },
    'change, proof': {
      user: both,
      step: { at: 'proof', plan: change, proof: fixtureStepUp(sampleMethods.slice(0, 2)) },
    },
    'change, proof by code': {
      user: both,
      step: {
        at: 'proof',
        plan: change,
        proof: fixtureStepUp(sampleMethods.slice(0, 2), {
          sent: 1,
          formError: { field: 'code', text: errors.code_error },
        }),
      },
    },
    'change, address': { user: both, step: addressOf(change) },
    'change, sending': { user: both, step: addressOf(change), isBusy: true },
    'change, code': {
      user: both,
      step: codeTo(change, 'ann@new.example', 'a**@new.example', 42),
    },
    'change, wrong code': {
      user: both,
      step: code,
      formError: { field: 'code', text: errors.code_error },
    },
    'change, offline': { user: both, step: code, formError: { text: common.offline } },
    remove: { user: both, step: { at: 'remove', plan: remove } },
    'remove, proof': {
      user: both,
      step: { at: 'proof', plan: remove, proof: fixtureStepUp(sampleMethods, { at: 2 }) },
    },
    'sign in again': { user: both, step: { at: 'sign-in-again', plan: remove } },
    ...(github && {
      unlinked: { user: both, step: list, rows, links: { at: 'list', removed: github } },
      'unlink, last way': {
        user: both,
        step: list,
        rows,
        linkError: { text: errors.last_binding },
      },
      'link, proved': {
        user: both,
        step: list,
        rows,
        links: { at: 'open', row: github, href: '#' },
      },
      'unlink, proof': {
        user: both,
        step: list,
        rows,
        links: { at: 'proof', row: github, proof: fixtureStepUp(sampleMethods) },
      },
    }),
  }
}
