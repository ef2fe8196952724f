import { kindNames } from '#protocol/captcha/kind-codes.ts'
import { toLanguage, type Language } from '#protocol/languages.ts'
import { providerNames, type ProviderName } from '#protocol/providers.ts'
import type { Source } from '#protocol/families.ts'

/** Attributes that the element listens to; their meaning is in the README. */
export const attributeNames = [
  'aid',
  'server',
  'interface',
  'view',
  'methods',
  'providers',
  'providers-first',
  'oidc-title',
  'popup',
  'lang',
  'theme',
  'presentation',
  'next',
  'prompt',
  'pages',
  'sign-up-by',
  'verify-first',
  'ticket',
  'profile-key',
  'service',
  'redirect-uri',
  'state',
  'code-challenge',
  'subject-aid',
  'region',
  'telemetry',
  'captcha-show-mode',
  'captcha-side-slide',
] as const

/** Name of an attribute of the element. */
export type AttributeName = (typeof attributeNames)[number]

/** Attribute values as written in the page; absent ones are undefined. */
export type Attributes = Partial<Record<AttributeName, string | undefined>>

/** Screens that people return to after a sign-in on the way. */
export const returnViews = ['authorize', 'invitation'] as const

/** Interfaces of the client, the default first. */
export const sources = ['web', 'app', 'sso'] as const
/** Screens that a page may open the element with, the default first. */
export const views = [
  'login',
  'sign-up',
  'reset-password',
  'qr',
  'identity',
  'third-party',
  'hosted',
  ...returnViews,
] as const
/** Sign-in methods that have a form. */
const formMethods = ['password', 'code', 'qr'] as const
/** Sign-in methods. */
export const methods = ['passkey', ...formMethods] as const
/** Default sign-in methods. */
export const usualMethods = ['passkey', 'password', 'code'] as const
/** Colour schemes, the default first. */
export const themes = ['auto', 'light', 'dark'] as const
/** Placements of the form, the default first. */
export const presentations = ['inline', 'dialog'] as const
/** Conditions for asking before a session is used, the default first. */
export const prompts = ['none', 'login'] as const
/** Regions that serve the captcha, the default first. */
export const regions = ['sg', 'va'] as const
/** Ways to show the captcha, the default first. */
export const showModes = ['mask', ...kindNames] as const

/** Identifiers that a new account can begin with, the default first. */
export const signUpMethods = ['address', 'user-name'] as const

/** A screen that a page may open the element with. */
export type StartView = (typeof views)[number]

/** A sign-in method that has a form. */
export type Method = (typeof formMethods)[number]

/** Validated attributes of an element. */
export interface Settings {
  aid: number
  subjectAid: number | undefined
  /** Origin of the account server; empty for the page's own. */
  server: string
  interface: Source
  view: StartView
  methods: readonly Method[]
  /** Whether passkeys are offered, beside the forms and in the list of their first field. */
  hasPasskey: boolean
  /** Providers to offer, as far as the server has them. */
  providers: readonly ProviderName[]
  /** Whether all of them stand above the form, without asking the server. */
  providersFirst: boolean
  /** Title of the operator's own OpenID provider; empty for the default. */
  oidcTitle: string
  /** Whether they open in a window of their own. */
  popup: boolean
  language: Language
  /** Whether the form opens over the page, when the page says so. */
  isDialog: boolean
  /** Page to open after success; empty to stay. */
  next: string
  /** Whether people are asked before a session that is there is used. */
  prompt: (typeof prompts)[number]
  /** Prefix of the site's own `/login`, `/sign-up` and `/reset-password`; undefined elsewhere. */
  pages: string | undefined
  /** Address of the embedding page's server that takes the exchange code; empty for none. */
  redirectUri: string
  /** Returned with the exchange code. */
  state: string
  /** SHA-256 of what only the embedding page's server knows, base64url (RFC 7636). */
  codeChallenge: string
  signUpBy: (typeof signUpMethods)[number]
  /** Whether a code is checked before a new password is asked for. */
  verifyFirst: boolean
  /** Proof of an address that was checked elsewhere, or names an invitation; empty without one. */
  ticket: string
  /** Key of an account at a provider that is not linked yet; empty without one. */
  profileKey: string
  /** Address to open on the phone after sign-in; empty without one. */
  service: string
  /** Whether the page is counted; undefined where it depends on whose page it is. */
  telemetry: boolean | undefined
  /** Undefined where the server chooses. */
  region: (typeof regions)[number] | undefined
  captchaShowMode: (typeof showModes)[number]
  captchaSideSlide: boolean
}

/** An attribute that cannot be used, and what to write instead. */
export interface AttributeError {
  attribute: AttributeName
  value: string
  message: string
  /** Words that can be written, where there is a list of them. */
  words?: readonly string[]
}

/** Defaults for missing attributes. */
export interface Surroundings {
  /** Origin the script came from. */
  server: string
  /** Language tag of the page or the browser. */
  language: string
}

/** Checks attributes; what cannot be used is reported and replaced by its default. */
export function readSettings(
  attributes: Attributes,
  surroundings: Surroundings,
): { settings: Settings; attributeErrors: AttributeError[] } {
  const attributeErrors: AttributeError[] = []
  const addError: Report = (attribute, message, words) => {
    const value = attributes[attribute] ?? ''
    attributeErrors.push({ attribute, value, message, ...(words && { words }) })
  }
  function one<Value extends string>(
    attribute: AttributeName,
    allowed: readonly [Value, ...Value[]],
  ): Value {
    const value = attributes[attribute]
    if (value === undefined || value === '') return allowed[0]
    const found = allowed.find((candidate) => candidate === value)
    if (found === undefined) addError(attribute, `write one of ${allowed.join(', ')}`, allowed)
    return found ?? allowed[0]
  }

  one('theme', themes)
  const region = one('region', regions)
  return {
    settings: {
      aid: readAid(attributes, 'aid', addError) ?? 0,
      subjectAid:
        attributes['subject-aid'] === undefined
          ? undefined
          : readAid(attributes, 'subject-aid', addError),
      server: readServer(attributes.server, surroundings.server, addError),
      interface: one('interface', sources),
      view: one('view', views),
      ...readMethods(attributes, addError),
      providers: readProviders(attributes.providers, addError),
      providersFirst: isOn(attributes['providers-first']),
      oidcTitle: attributes['oidc-title'] ?? '',
      popup: isOn(attributes.popup),
      language: toLanguage(attributes.lang || surroundings.language),
      isDialog: one('presentation', presentations) === 'dialog',
      next: readAddress('next', attributes, addError),
      prompt: one('prompt', prompts),
      pages: attributes.pages?.replace(/\/$/, ''),
      redirectUri: attributes['redirect-uri'] ?? '',
      state: attributes.state ?? '',
      codeChallenge: attributes['code-challenge'] ?? '',
      signUpBy: one('sign-up-by', signUpMethods),
      verifyFirst: isOn(attributes['verify-first']),
      ticket: attributes.ticket ?? '',
      profileKey: attributes['profile-key'] ?? '',
      service: readAddress('service', attributes, addError),
      telemetry: attributes.telemetry === undefined ? undefined : isOn(attributes.telemetry),
      region: attributes.region === region ? region : undefined,
      captchaShowMode: one('captcha-show-mode', showModes),
      captchaSideSlide: isOn(attributes['captcha-side-slide']),
    },
    attributeErrors,
  }
}

type Report = (attribute: AttributeName, message: string, words?: readonly string[]) => void

function readAid(
  attributes: Attributes,
  attribute: 'aid' | 'subject-aid',
  addError: Report,
): number | undefined {
  const value = Number(attributes[attribute])
  if (Number.isInteger(value) && value >= 1 && value <= 2 ** 31) return value
  addError(attribute, 'write the number under which the application is registered')
  return undefined
}

function readServer(value: string | undefined, fallback: string, addError: Report): string {
  if (value === undefined) return fallback
  if (value === '') return ''
  const url = URL.parse(value)
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.origin
  addError('server', 'write the origin of the account server, such as https://id.example.com')
  return fallback
}

function readMethods(
  { methods: written, interface: source }: Attributes,
  addError: Report,
): Pick<Settings, 'methods' | 'hasPasskey'> {
  const words = written?.split(/[\s,]+/).filter(Boolean) ?? []
  const known = methods.filter((method) => words.includes(method))
  if (words.some((word) => !methods.some((method) => method === word))) {
    addError('methods', `write any of ${methods.join(', ')}, with spaces between`, methods)
  }
  const offered = known.length > 0 ? known : usualMethods
  const forms = formMethods.filter((method) => offered.some((one) => one === method))
  return {
    // Who has no passkey needs another way in.
    methods: forms.length > 0 ? forms : ['password', 'code'],
    hasPasskey: offered.includes('passkey') && source !== 'app',
  }
}

function readProviders(value: string | undefined, addError: Report): readonly ProviderName[] {
  const written = value?.split(/[\s,]+/).filter(Boolean) ?? []
  if (written.some((word) => !providerNames.some((name) => name === word))) {
    const all = providerNames.join(', ')
    addError('providers', `write any of ${all}, with spaces between`, providerNames)
  }
  return providerNames.filter((name) => written.includes(name))
}

// A javascript: address would run in the page that embeds the element.
function readAddress(name: 'next' | 'service', attributes: Attributes, addError: Report): string {
  const value = attributes[name]
  if (value === undefined || value === '') return ''
  const url = URL.parse(value, 'https://relative.invalid')
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return value
  addError(name, 'write a path or an address that begins with https://')
  return ''
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== 'false' && value !== '0' && value !== 'off'
}
