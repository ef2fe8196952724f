import {
  knownProviders,
  providerNames,
  readOAuthState,
  type OAuthAction,
  type ProviderName,
} from '#protocol/providers.ts'
import { authLogin, authBind, authSwitchBind, authVerify } from '#protocol/web/providers.ts'
import { listPlatforms } from '#protocol/web/providers.ts'
import { emailSwitchBind, mobileSwitchBind } from '#protocol/web/binding.ts'
import { cancelRevoke } from '#protocol/web/account-deletion.ts'
import { ChallengeClosed } from '../../widget/captcha/errors.ts'
import { PassportError, type Client } from '../../widget/src/client/index.ts'
import { noteProvider } from '../../widget/src/last-provider.ts'
import { accountOrigin } from '../lib/account-origin.ts'
import { type Lang, pathIn } from '../lib/languages.ts'
import { createSiteClient } from './site-client.ts'
import { pageLanguage } from './page-language.ts'
import { signInByElement } from './third-party-element.ts'
import { finish, report, type Ending } from './third-party-end.ts'

/** What a page of the return knows while it is open. */
interface Visit {
  page: HTMLElement
  client: Client
  aid: number
  lang: Lang
  ending: Ending
}

const returnedNames = ['code', 'state', 'iss', 'error'] as const

/** What a provider sent back with a person. */
type Returned = { platform: ProviderName; platform_app_id: number } & Partial<
  Record<(typeof returnedNames)[number], string>
>

const MS = 1000

/** How the part of the address begins that says which address of a person is to be moved. */
const MOVE = '#move='

/** Errors after which the same button may be pressed again. */
const RETRYABLE: ReadonlySet<string> = new Set([
  'too_often',
  'system_busy',
  'server_busy',
  'server_error',
  'shutting_down',
])

/** Finds out what a person is here for, and sees it through. */
export async function run(page: HTMLElement): Promise<void> {
  const query = new URLSearchParams(location.search)
  const state = readOAuthState(query.get('state') ?? '')
  const platform = providerNames.find((name) => name === page.dataset['platform'])
  const aid = state?.aid ?? Number(page.dataset['aid'])
  const client = createSiteClient(page, aid)
  const ending: Ending = { next: ownPath(query.get('next')), opener: undefined }
  const visit: Visit = { page, client, aid, lang: pageLanguage(), ending }
  try {
    if (platform === undefined) await begin(visit, query)
    else {
      const { appId } = knownProviders[platform]
      await finishOAuth(visit, { platform, platform_app_id: appId, ...pick(query) }, state?.action)
    }
  } catch (error) {
    fail(visit, error)
  }
}

async function finishOAuth(
  visit: Visit,
  returned: Returned,
  action: OAuthAction | undefined,
): Promise<void> {
  const { client } = visit
  // Neither code nor state stays where somebody could copy it from.
  history.replaceState(null, '', location.pathname)
  if (action === 'bind') {
    try {
      const bound = await client.send(authBind, returned)
      finish(visit, { next: bound.redirect_url, opener: bound.opener_origin })
    } catch (error) {
      const key = keyOf(error, 'connect_switch')
      if (key === undefined) throw error
      rememberEnding(visit, error)
      offerMove(visit, key)
    }
  } else if (action === 'verify' || action === 'delete_account') {
    const proved = await client.send(authVerify, returned)
    finish(visit, { next: proved.redirect_url, opener: proved.opener_origin }, proved.ticket)
  } else {
    try {
      const user = await client.send(authLogin, returned)
      noteProvider(returned.platform)
      finish(visit, { next: user.redirect_url, opener: user.opener_origin })
    } catch (error) {
      rememberEnding(visit, error)
      await signIn(visit, error, returned.platform)
    }
  }
}

// Somebody new, or known but asked for more proof: the element takes it from here.
async function signIn(visit: Visit, error: unknown, platform: ProviderName): Promise<void> {
  const { aid, lang } = visit
  const linkedKey = keyOf(error, 'SECOND_VALID')
  const key = linkedKey ?? keyOf(error, 'platform_unknown_account')
  if (key === undefined) throw error
  const isLinked = linkedKey !== undefined
  const section = show(visit, isLinked ? 'verify' : 'register')
  await signInByElement(section, { key, aid, lang, isLinked })
  noteProvider(platform)
  finish(visit, visit.ending)
}

function offerMove(visit: Visit, key: string): void {
  const { client, ending } = visit
  onSubmit(visit, show(visit, 'move'), async () => {
    await client.send(authSwitchBind, { profile_key: key, change_bind: 1 })
    finish(visit, ending)
  })
}

async function begin(visit: Visit, query: URLSearchParams): Promise<void> {
  const error = query.get('error')
  if (error !== null) {
    fail(visit, error)
  } else if (location.hash.startsWith(MOVE)) {
    moveAddress(visit)
  } else {
    const { list } = await visit.client.send(listPlatforms, {})
    const section = show(visit, list.length === 0 ? 'none' : 'start')
    for (const { platform, platform_app_id: appId, name } of list) {
      const item = document.createElement('li')
      const link = document.createElement('a')
      const next = visit.ending.next ?? '/'
      const { aid, lang } = visit
      link.href = `${accountOrigin()}/passport/web/web_login/?${new URLSearchParams({ aid: String(aid), language: lang, platform, platform_app_id: String(appId), action: 'login', next })}`
      link.textContent = name
      item.append(link)
      section.querySelector('ul')?.append(item)
    }
  }
}

// A client that cannot ask sends people here: another account has the address they proved.
function moveAddress(visit: Visit): void {
  const [channel = '', aid = '', key = ''] = location.hash.slice(MOVE.length).split('.')
  // The key stays nowhere where somebody could copy it from.
  history.replaceState(null, '', location.pathname + location.search)
  const client = createSiteClient(visit.page, Number(aid) || visit.aid)
  const endpoint = channel === 'email' ? emailSwitchBind : mobileSwitchBind
  onSubmit(visit, show(visit, channel === 'email' ? 'move-email' : 'move-mobile'), async () => {
    await client.send(endpoint, { profile_key: key, change_bind: 1 })
    const next = visit.ending.next ?? pathIn(visit.lang, '/account-setting')
    finish(visit, { ...visit.ending, next })
  })
}

function onSubmit(visit: Visit, section: HTMLElement, act: () => Promise<void>): void {
  const form = section.querySelector('form')
  if (visit.ending.next !== undefined) {
    section.querySelector('[data-next]')?.setAttribute('href', visit.ending.next)
  }
  form?.addEventListener('submit', (event) => {
    event.preventDefault()
    const button = form.querySelector('button')
    if (button === null || button.disabled) return
    const label = button.textContent
    button.disabled = true
    button.textContent = button.dataset['working'] ?? label
    form.querySelector('[role=alert]')?.replaceChildren()
    act().catch((error: unknown) => {
      button.disabled = false
      button.textContent = label
      if (error instanceof PassportError && !RETRYABLE.has(error.name)) fail(visit, error)
      else complain(visit, form, error)
    })
  })
}

// The way back from the third party is still good.
function complain({ page }: Visit, form: HTMLFormElement, error: unknown): void {
  const line = form.querySelector('[role=alert]')
  const known = page.querySelector(`[data-failure="${nameOf(error)}"]`)
  if (line !== null) {
    line.textContent = error instanceof PassportError ? error.message : (known?.textContent ?? '')
  }
  // The button was off for a moment and has lost the focus.
  form.querySelector('button')?.focus()
}

function show({ page }: Pick<Visit, 'page'>, state: string): HTMLElement {
  page.dataset['state'] = state
  page.querySelector<HTMLElement>('h1')?.focus()
  const section = page.querySelector<HTMLElement>(`div[data-for=${state}]`) ?? page
  return section
}

function fail(visit: Visit, error: unknown): void {
  rememberEnding(visit, error)
  const name = nameOf(error)
  if (name === 'account_cancelling' && error instanceof PassportError) {
    offerCancelDeletion(visit, error)
    return
  }
  const section = show(visit, 'failed')
  const known = section.querySelector(`[data-failure="${CSS.escape(name)}"]`)
  const line = known ?? section.querySelector('[data-failure=other]')
  if (known === null && line !== null && error instanceof PassportError) {
    line.textContent = error.message
  }
  line?.classList.add('is-it')
  offerRetry(visit, section)
}

// An account that is being closed can still be kept.
function offerCancelDeletion(visit: Visit, { data }: PassportError): void {
  const section = show(visit, 'closing')
  const day = section.querySelector('time')
  const closesAt = new Date(Number(data['cancel_at']) * MS)
  if (day !== null && !Number.isNaN(closesAt.getTime())) {
    day.dateTime = closesAt.toISOString()
    day.textContent = new Intl.DateTimeFormat(visit.lang, { dateStyle: 'long' }).format(closesAt)
  }
  onSubmit(visit, section, async () => {
    const ticket = String(data['revoke_ticket'])
    await visit.client.send(cancelRevoke, { revoke_ticket: ticket })
    finish(visit, visit.ending)
  })
}

function offerRetry({ ending: { next, opener } }: Visit, section: HTMLElement): void {
  const again = section.querySelector<HTMLAnchorElement>('[data-again]')
  if (again !== null && next !== undefined) {
    // Whoever is signed in tries again where they came from; everyone else signs in first.
    const isIn = document.documentElement.dataset['session'] === 'in'
    again.href = isIn ? next : `${again.pathname}?next=${encodeURIComponent(next)}`
  }
  report(opener, { isDone: false })
}

function nameOf(error: unknown): string {
  if (typeof error === 'string') return error
  if (error instanceof ChallengeClosed) return 'SECOND_VALID'
  return error instanceof PassportError ? error.name : 'offline'
}

// Whoever made up a link to this page must not choose where it leads.
function ownPath(next: string | null): string | undefined {
  const url = next === null ? null : URL.parse(next, location.href)
  // Whole, since a path may begin as the name of a host does.
  return url?.origin === location.origin ? url.href : undefined
}

function keyOf(error: unknown, name: string): string | undefined {
  if (!(error instanceof PassportError) || error.name !== name) return undefined
  const { profile_key: key } = error.data
  return typeof key === 'string' ? key : undefined
}

// The server has checked both.
function rememberEnding({ ending }: Visit, error: unknown): void {
  if (!(error instanceof PassportError)) return
  const { next, opener_origin: opener } = error.data
  if (typeof next === 'string') ending.next = next
  if (typeof opener === 'string') ending.opener = opener
}

function pick(query: URLSearchParams): Omit<Returned, 'platform' | 'platform_app_id'> {
  const entries = returnedNames.map((name) => [name, query.get(name) ?? ''] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}
