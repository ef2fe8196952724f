// Public interface of the element. README tables, playground and package manifest are generated
// from it; the element does not load it.
import { languages } from '#protocol/languages.ts'
import { providerNames } from '#protocol/providers.ts'
import { accountPageNames, accountSectionNames } from './account-pages.ts'
import type { AccountEvents, PassportEventName } from './events.ts'
import {
  methods,
  presentations,
  prompts,
  regions,
  showModes,
  signUpMethods,
  sources,
  themes,
  usualMethods,
  views,
  type AttributeName,
  type StartView,
} from './settings.ts'

/** Type of an attribute's value. */
export type Control =
  /** One of these words; the first is the default. */
  | { kind: 'choice'; values: readonly [string, ...string[]] }
  /** Any of these words, separated by spaces. */
  | { kind: 'list'; values: readonly string[]; usual: readonly string[] }
  | { kind: 'flag' }
  | { kind: 'text'; example: string }

/** An attribute of the element. */
export interface AttributeRow {
  control: Control
  about: string
  /** Default behaviour. */
  without: string
}

/** Name of a public attribute; `autofocus` is HTML's own and `shadow` is read once. */
export type DocumentedAttribute = AttributeName | 'autofocus' | 'shadow'

/** Purpose of each view. */
export const viewMeanings: Record<StartView, string> = {
  login: 'sign in',
  'sign-up': 'create an account',
  'reset-password': 'set a new password by a code',
  qr: 'sign in by scanning a code with a signed-in phone',
  identity: 'choose the organization to act for',
  'third-party': 'sign up or link, after a first sign-in at a provider',
  hosted: 'sign in on a page of the account server, for other sites',
  authorize: 'answer an OAuth client; on the account server alone',
  invitation: 'answer an invitation into an organization',
}

/** Attributes, the most important first. */
export const attributes = {
  aid: {
    control: { kind: 'text', example: '1002' },
    about: 'number of your application; required',
    without: '`passport-error`',
  },
  view: {
    control: { kind: 'choice', values: views },
    about: 'first screen',
    without: '`login`',
  },
  methods: {
    control: { kind: 'list', values: methods, usual: usualMethods },
    about: 'ways to sign in',
    without: '`passkey password code`',
  },
  providers: {
    control: { kind: 'list', values: providerNames, usual: [] },
    about: 'providers to offer, if the server has them',
    without: 'none',
  },
  'providers-first': {
    control: { kind: 'flag' },
    about: 'shows all above the form at once, without asking the server',
    without: 'below it, once the server answered',
  },
  'oidc-title': {
    control: { kind: 'text', example: 'Acme' },
    about: 'with `providers-first`: title of your OpenID provider',
    without: '`Single sign-on`',
  },
  popup: {
    control: { kind: 'flag' },
    about: 'opens providers, or the page of `hosted`, in a popup',
    without: 'in the page itself',
  },
  lang: {
    control: { kind: 'choice', values: languages },
    about: 'language, also as `en-GB`',
    without: "the page's, else the browser's",
  },
  theme: {
    control: { kind: 'choice', values: themes },
    about: 'colour scheme',
    without: "`auto`: the page's or the system's",
  },
  presentation: {
    control: { kind: 'choice', values: presentations },
    about: '`dialog` shows the form over the page, from `open()` to `close()`',
    without: '`inline`: stands in the page',
  },
  next: {
    control: { kind: 'text', example: '/welcome' },
    about: 'where to go after success: a path or an `https` address',
    without: 'stays, and shows who signed in',
  },
  prompt: {
    control: { kind: 'choice', values: prompts },
    about: '`login` asks people with a session whether to continue',
    without: 'continues, with a `next` or `redirect-uri`',
  },
  autofocus: {
    control: { kind: 'flag' },
    about: 'focuses the first field, if nothing has focus',
    without: 'takes no focus',
  },
  pages: {
    control: { kind: 'text', example: '/account' },
    about: 'prefix of your pages `/login`, `/sign-up` and `/reset-password`, often empty',
    without: 'switches in place',
  },
  'sign-up-by': {
    control: { kind: 'choice', values: signUpMethods },
    about: 'identifier of new accounts; the application must allow `user-name`',
    without: '`address`',
  },
  'verify-first': {
    control: { kind: 'flag' },
    about: 'checks the code before the new password is entered',
    without: 'off',
  },
  ticket: {
    control: { kind: 'text', example: 'Zk3mJ9cQ1xV7' },
    about: 'ticket of a code checked in this browser, an `invitation` or a request to `authorize`',
    without: 'asks for an address',
  },
  'profile-key': {
    control: { kind: 'text', example: 'p7Qm2xT5cV9r' },
    about: 'with `third-party`: the `profile_key` of the sign-in',
    without: 'reports an expired sign-in',
  },
  service: {
    control: { kind: 'text', example: 'https://app.example/open' },
    about: 'address linked at the end of a sign-in on a phone',
    without: '',
  },
  server: {
    control: { kind: 'text', example: 'https://id.example.com' },
    about: 'origin of the account server; empty: that of the page, or of its `<base>`',
    without: "the script's origin",
  },
  interface: {
    control: { kind: 'choice', values: sources },
    about: 'paths of the calls, and how replies tell success',
    without: '`web`',
  },
  'redirect-uri': {
    control: { kind: 'text', example: 'https://shop.example/signed-in' },
    about: 'registered address at which your server receives the exchange code',
    without: 'no code',
  },
  state: {
    control: { kind: 'text', example: 'af0ifjsldkj' },
    about: 'comes back with the code, so that your server knows its own sign-ins',
    without: 'empty',
  },
  'code-challenge': {
    control: { kind: 'text', example: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' },
    about: "SHA-256 of your server's verifier, as base64url",
    without: '`passport-error` with `redirect-uri`',
  },
  'subject-aid': {
    control: { kind: 'text', example: '2001' },
    about: 'number of an enterprise application, whose paths are taken',
    without: '',
  },
  telemetry: {
    control: { kind: 'flag' },
    about: 'counts page views, errors and times, without cookies; `off` ends it',
    without: "only on the account server's own pages",
  },
  region: {
    control: { kind: 'choice', values: regions },
    about: 'region that serves the captcha',
    without: 'that of the server (`CAPTCHA_REGION`)',
  },
  'captcha-show-mode': {
    control: { kind: 'choice', values: showModes },
    about: '`mask` is a dialog; a kind opens below the form, if the policy allows it',
    without: '`mask`',
  },
  'captcha-side-slide': {
    control: { kind: 'flag' },
    about: 'the captcha enters from the side',
    without: 'off',
  },
  shadow: {
    control: { kind: 'flag' },
    about: 'puts the form into a shadow root; read once',
    without: 'in the page',
  },
} satisfies Record<DocumentedAttribute, AttributeRow>

/** Attributes of `<passport-account>`; those of the same name mean the same. */
export const accountAttributes = {
  aid: attributes.aid,
  server: attributes.server,
  lang: attributes.lang,
  theme: attributes.theme,
  view: {
    control: { kind: 'choice', values: accountPageNames },
    about: 'the page, or a section of one',
    without: '`profile`',
  },
  sections: {
    control: { kind: 'list', values: accountSectionNames, usual: accountSectionNames },
    about: 'sections to show; a page without any is left out',
    without: 'all',
  },
  path: {
    control: { kind: 'text', example: '/account' },
    about: 'address of your page; below it are others, such as `/account/security`',
    without: 'buttons, and no address changes',
  },
  'sign-in': {
    control: { kind: 'text', example: '/login' },
    about: 'your page that signs in; it gets `next`',
    without: 'signs in here, by `<passport-login>`',
  },
  console: {
    control: { kind: 'text', example: '/organization' },
    about: 'your page with `<passport-enterprise>`',
    without: 'no links to an organization',
  },
  providers: attributes.providers,
  pages: attributes.pages,
} satisfies Record<string, AttributeRow>

/** An event of the element. */
export interface EventRow {
  /** Occasion on which it is emitted. */
  about: string
  detail: string
  /** Default action, unless a listener prevents it. */
  otherwise: string
}

/** All events bubble, cross shadow roots and are cancelable. */
export const events: Record<PassportEventName, EventRow> = {
  'passport-ready': { about: 'the element is ready', detail: '`view`', otherwise: '' },
  'passport-view': { about: 'another screen is shown', detail: '`view`', otherwise: '' },
  'passport-session': {
    about: 'the session is known: on load, and after `signOut()`',
    detail: '`user`, undefined for nobody',
    otherwise: 'continues with it, or shows the account',
  },
  'passport-success': {
    about: 'somebody signed in or up, or continued a session',
    detail: '`kind` (`sign-in`, `sign-up`, `session`), `user`, `next`',
    otherwise: 'goes to `next`, or shows who signed in',
  },
  'passport-authorized': {
    about: 'an exchange code for your server has arrived',
    detail: '`code`, `state`, `iss`, `redirectUrl`',
    otherwise: 'goes to `redirectUrl`',
  },
  'passport-changed': {
    about: 'the person changed something about their account',
    detail: '`what`, `did` (`set`, `removed`)',
    otherwise: '',
  },
  'passport-error': {
    about: 'a call failed, or an attribute cannot be used',
    detail: '`reason` (`attribute`, `call`, `session`, `internal`), `message` and more',
    otherwise: '',
  },
  'passport-challenge': {
    about: 'a captcha is required',
    detail: '`decision`, `pass()`, `close()`',
    otherwise: 'shows the captcha',
  },
  'passport-second-verify': {
    about: 'a two-step verification is required',
    detail: '`wanted`, `options`, `pass(references)`, `close()`',
    otherwise: 'shows its screen',
  },
  'passport-cancel': {
    about: 'the person closed a captcha, a verification, the dialog or the popup',
    detail: '`view`',
    otherwise: '',
  },
}

/** Events of `<passport-account>`. */
export const accountEvents = {
  'passport-ready': events['passport-ready'],
  'passport-view': {
    about: 'the person chose another page',
    detail: '`view`, and perhaps `section`',
    otherwise: 'shows it',
  },
  'passport-session': {
    about: 'it is known who is signed in, or that changed',
    detail: '`user`, undefined for nobody',
    otherwise: '',
  },
  'passport-changed': events['passport-changed'],
  'passport-notice': {
    about: 'something was done, or failed',
    detail: '`kind` (`done`, `failed`), `text`',
    otherwise: 'shows the text',
  },
  'passport-error': events['passport-error'],
  'passport-challenge': events['passport-challenge'],
  'passport-second-verify': events['passport-second-verify'],
  'passport-cancel': events['passport-cancel'],
} satisfies Partial<Record<keyof AccountEvents, EventRow>>
