import type { Language } from '#protocol/languages.ts'
import { errorMessages } from '#protocol/messages/all-errors.ts'
import type { AuthorizationInfo } from '../../src/client/calls/authorization.ts'
import type { AuthorizationState } from '../../src/login/flows/authorize.ts'
import type { FormError } from '../../src/ui/flows/form-error.ts'
import type { Messages } from '../../src/messages/messages.ts'

type Scope = AuthorizationInfo['scopes'][number]

interface AuthorizationFixture {
  state: AuthorizationState
  isBusy?: boolean
  formError?: FormError
}

type Sample = [organization: string, other: string, person: string]

const english: Sample = ['Harbour Shipping and Storage', 'Orchard', 'Ann Example']

const samples: Partial<Record<Language, Sample>> = {
  ja: ['港湾運輸倉庫株式会社', '果樹園', '山田 花子'],
  zh: ['港口航运与仓储股份有限公司', '果园', '王小明'],
}

/** Every state of the screen, in one language. */
export function authorizeStates({
  common,
  language,
}: Messages): Record<string, AuthorizationFixture> {
  const [organization, other, person] = samples[language] ?? english
  const oneself = identityOf('0', person, '')
  const info: AuthorizationInfo = {
    client: {
      name: 'Harbour',
      host: 'app.example.com',
      documentHost: undefined,
      logo: undefined,
      isVerified: true,
      isLocal: false,
    },
    scopes: [scopeOf('openid', true), scopeOf('profile'), scopeOf('email')],
    identities: [{ ...oneself, isPreselected: true }],
    accountId: 'sample',
    accountName: 'ann@example.com',
    needsSignIn: false,
    needsFreshSignIn: false,
    needsOther: false,
    neededLevel: 0,
    addPage: undefined,
    needsConsent: true,
  }
  const unverified: AuthorizationInfo = { ...info, client: { ...info.client, isVerified: false } }
  const local: AuthorizationInfo = {
    ...info,
    client: { ...info.client, host: '127.0.0.1:50001', isLocal: true },
  }
  const documented: AuthorizationInfo = {
    ...local,
    client: { ...local.client, isVerified: false, documentHost: 'editor.example.com' },
  }
  const all: Scope[] = [
    scopeOf('openid', true),
    scopeOf('user_info'),
    scopeOf('profile'),
    scopeOf('email'),
    scopeOf('phone'),
    { ...scopeOf('enterprise.read'), isDangerous: true },
    scopeOf('offline_access'),
  ]
  const member = identityOf('11', person, organization)
  const companies: AuthorizationInfo = {
    ...info,
    scopes: all,
    identities: [
      { ...oneself, isPreselected: true },
      member,
      { ...identityOf('12', person, other), isAllowed: false },
    ],
  }
  const more: AuthorizationInfo = {
    ...info,
    scopes: all.map((scope) => ({ ...scope, isNew: scope.scope === 'phone' })),
    identities: [
      { ...oneself, isPreselected: true, granted: ['openid', 'profile'], refused: ['email'] },
    ],
  }
  const elsewhere: AuthorizationInfo = {
    ...info,
    scopes: [
      scopeOf('openid', true),
      { ...scopeOf('tides:read'), description: 'See the tides of your harbours (Tides)' },
    ],
  }
  const nothingNew: AuthorizationInfo = {
    ...local,
    scopes: [scopeOf('openid', true), scopeOf('profile')],
    identities: [{ ...oneself, isPreselected: true, granted: ['openid', 'profile'] }],
  }
  const asked = (shown: AuthorizationInfo): AuthorizationState => ({
    step: 'asked',
    info: shown,
    isChanged: false,
  })
  return {
    loading: { state: { step: 'loading' } },
    offline: { state: { step: 'loading' }, formError: { text: common.offline } },
    'signed out': { state: { step: 'sign-in', info, isAnew: false } },
    'signed out, unverified': { state: { step: 'sign-in', info: unverified, isAnew: false } },
    'sign in anew': { state: { step: 'sign-in', info, isAnew: true } },
    'sign in with another account': {
      state: { step: 'sign-in', info: { ...info, needsOther: true }, isAnew: true },
    },
    'first time': { state: asked(info) },
    busy: { state: asked(info), isBusy: true },
    refused: { state: asked(info), formError: { text: errorMessages[language].policy_refused } },
    changed: { state: { step: 'asked', info, isChanged: true } },
    unverified: { state: asked(unverified) },
    'local application': { state: asked(local) },
    'local application with a document': { state: asked(documented) },
    'another server': { state: asked(elsewhere) },
    'nothing new': { state: asked(nothingNew) },
    'more than before': { state: asked(more) },
    'several identities': { state: asked(companies) },
    'level out of reach': { state: { step: 'unmet', info, addPage: '#' } },
    'other account': { state: { step: 'other', info } },
    leaving: { state: { step: 'leaving', info, address: 'https://app.example.com/callback' } },
    expired: { state: { step: 'ended', end: 'expired' } },
    answered: { state: { step: 'ended', end: 'answered' } },
    stopped: { state: { step: 'ended', end: 'stopped' } },
    wrong: { state: { step: 'ended', end: 'wrong' } },
  }
}

function scopeOf(scope: string, isRequired = false): Scope {
  return {
    scope,
    description: undefined,
    isRequired,
    isGranted: false,
    isNew: true,
    isDangerous: false,
  }
}

function identityOf(
  id: string,
  name: string,
  organization: string,
): AuthorizationInfo['identities'][number] {
  return {
    membershipId: id,
    name,
    organizationName: organization,
    organizationLabel: organization,
    isAllowed: true,
    isPreselected: false,
    granted: [],
    refused: [],
  }
}
