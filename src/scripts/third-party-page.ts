import { readOAuthState } from '#protocol/providers.ts'
import { authLogin, authBind, authSwitchBind, authVerify } from '#protocol/web/providers.ts'
import { listPlatforms, oauthProfile } from '#protocol/web/providers.ts'
import { emailSwitchBind, mobileSwitchBind } from '#protocol/web/binding.ts'
import { cancelRevoke } from '#protocol/web/account-deletion.ts'
import { ChallengeClosed } from '../../widget/captcha/errors.ts'
import { PassportError, type Client } from '../../widget/src/client/index.ts'
import { accountOrigin } from '../lib/account-origin.ts'
import { createSiteClient } from './site-client.ts'
import { askForMore } from './third-party-check.ts'
import { finish, report, type Ending } from './third-party-end.ts'

/** What a page of the return knows while it is open. */
interface Visit {
  page: HTMLElement
  client: Client
  aid: number
  lang: 'en' | 'ja'
  ending: Ending
}

const MS = 1000

/** How the part of the address begins that says which address of a person is to be moved. */
const MOVE = '#move='

/** Waits for a person who signs in first and links afterwards. */
const LINK_KEY = 'passport-link'

/** Refusals of what was typed as a name. */
const NAME_REFUSED: ReadonlySet<string> = new Set(['text_refused', 'bad_parameter'])

/** Refusals after which the same button may be pressed again, perhaps with another name. */
const PASSING: ReadonlySet<string> = new Set([
  ...NAME_REFUSED,
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
  const lang = document.documentElement.lang === 'ja' ? 'ja' : 'en'
  const aid = state?.aid ?? Number(page.dataset['aid'])
  const client = createSiteClient(page, aid)
  const ending: Ending = { next: ownPath(query.get('next')), opener: undefined }
  const visit: Visit = { page, client, aid, lang, ending }
  try {
    if (page.dataset['platform'] === undefined) await begin(visit, query)
    // Neither code nor state stays where somebody could copy it from.
    else await comeBack(visit, query, state?.action ?? '')
  } catch (error) {
    fail(visit, error)
  }
}

async function comeBack(visit: Visit, query: URLSearchParams, action: string): Promise<void> {
  const { client, page } = visit
  history.replaceState(null, '', location.pathname)
  const returned = {
    platform: page.dataset['platform'] as 'github',
    ...pick(query, 'code', 'state', 'iss', 'error'),
  }
  if (action === 'bind') {
    try {
      const bound = await client.send(authBind, returned)
      finish(visit, { next: bound.redirect_url, opener: bound.opener_origin })
    } catch (error) {
      const key = keyOf(error, 'connect_switch')
      if (key === undefined) throw error
      keepWay(visit, error)
      askToMove(visit, key)
    }
  } else if (action === 'verify' || action === 'delete_account') {
    const proved = await client.send(authVerify, returned)
    finish(visit, { next: proved.redirect_url, opener: proved.opener_origin }, proved.ticket)
  } else {
    try {
      const user = await client.send(authLogin, returned)
      finish(visit, { next: user.redirect_url, opener: user.opener_origin })
    } catch (error) {
      keepWay(visit, error)
      const key = keyOf(error, 'platform_unknown_account')
      const known = keyOf(error, 'SECOND_VALID')
      if (key !== undefined) await offer(visit, key)
      else if (known !== undefined) check(visit, known)
      else throw error
    }
  }
}

// Somebody new: one button away from an account, or from linking the one they have.
async function offer(visit: Visit, key: string): Promise<void> {
  const { client, ending, lang } = visit
  const profile = await client.send(oauthProfile, { profile_key: key })
  const section = show(visit, profile.is_registered === 1 ? 'known' : 'choose')
  const { platform_title: title, email } = profile
  const who = [profile.screen_name, [title, email].filter(Boolean).join(' · ')]
  describe(section, who)
  const name = section.querySelector('input')
  if (name !== null) name.value = profile.name
  section.querySelector('button[data-do=sign-in]')?.addEventListener('click', () => {
    const { aid } = visit
    sessionStorage.setItem(LINK_KEY, JSON.stringify({ key, aid, who, ...ending }))
    const prefix = lang === 'en' ? '' : `/${lang}`
    const next = encodeURIComponent(`${prefix}/third-party-oauth#link`)
    location.assign(`${prefix}/login?next=${next}`)
  })
  onSubmit(visit, section, async () => {
    const call = { profile_key: key, confirm_register: 1, name: name?.value.trim() } as const
    const user = await client.send(authLogin, { ...call, next: ending.next })
    finish(visit, { next: user.redirect_url, opener: ending.opener })
  })
}

// Linked already, but the policy wants to know more: the element asks for it.
function check(visit: Visit, key: string): void {
  const { aid, ending, lang } = visit
  askForMore(show(visit, 'check'), { key, aid, lang, next: ending.next }).then(
    (next) => finish(visit, { ...ending, next }),
    (error: unknown) => fail(visit, error),
  )
}

function askToMove(visit: Visit, key: string): void {
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
  } else if (location.hash === '#link') {
    await link(visit)
  } else if (location.hash.startsWith(MOVE)) {
    moveAddress(visit)
  } else {
    const { list } = await visit.client.send(listPlatforms, {})
    const section = show(visit, list.length === 0 ? 'none' : 'start')
    for (const { platform, name } of list) {
      const item = document.createElement('li')
      const way = document.createElement('a')
      const next = visit.ending.next ?? '/'
      const { aid, lang } = visit
      way.href = `${accountOrigin()}/passport/web/web_login/?${new URLSearchParams({ aid: String(aid), language: lang, platform, next })}`
      way.textContent = name
      item.append(way)
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
    const own = visit.lang === 'en' ? '/account-setting' : `/${visit.lang}/account-setting`
    finish(visit, { ...visit.ending, next: visit.ending.next ?? own })
  })
}

async function link(visit: Visit): Promise<void> {
  const kept = sessionStorage.getItem(LINK_KEY)
  if (kept === null) {
    fail(visit, 'ticket_expired')
    return
  }
  const { key, aid, who, next, opener } = JSON.parse(kept) as Ending & {
    key: string
    aid: number
    who: string[]
  }
  const own: Visit = {
    ...visit,
    client: createSiteClient(visit.page, aid),
    aid,
    ending: { next, opener },
  }
  const section = show(own, 'link')
  describe(section, who)
  onSubmit(own, section, async () => {
    sessionStorage.removeItem(LINK_KEY)
    try {
      await own.client.send(authBind, { profile_key: key })
      finish(own, own.ending)
    } catch (error) {
      const other = keyOf(error, 'connect_switch')
      if (other === undefined) throw error
      askToMove(own, other)
    }
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
    clearComplaint(form)
    act().catch((error: unknown) => {
      button.disabled = false
      button.textContent = label
      if (error instanceof PassportError && !PASSING.has(error.name)) fail(visit, error)
      else complain(visit, form, error)
    })
  })
}

// What was typed stays, and the way back from the third party is still good.
function complain({ page }: Visit, form: HTMLFormElement, error: unknown): void {
  const line = form.querySelector('[role=alert]')
  const known = page.querySelector(`[data-failure="${nameOf(error)}"]`)
  if (line !== null) {
    line.textContent = error instanceof PassportError ? error.message : (known?.textContent ?? '')
  }
  const isTheName = error instanceof PassportError && NAME_REFUSED.has(error.name)
  const field = isTheName ? form.querySelector('input') : null
  field?.setAttribute('aria-invalid', 'true')
  // The button was off for a moment and has lost the focus.
  ;(field ?? form.querySelector('button'))?.focus()
}

function clearComplaint(form: HTMLFormElement): void {
  form.querySelector('[role=alert]')?.replaceChildren()
  form.querySelector('input')?.removeAttribute('aria-invalid')
}

function show({ page }: Pick<Visit, 'page'>, state: string): HTMLElement {
  page.dataset['state'] = state
  page.querySelector<HTMLElement>('h1')?.focus()
  const section = page.querySelector<HTMLElement>(`div[data-for=${state}]`) ?? page
  return section
}

function fail(visit: Visit, error: unknown): void {
  keepWay(visit, error)
  const name = nameOf(error)
  if (name === 'account_cancelling' && error instanceof PassportError) {
    offerToKeep(visit, error)
    return
  }
  const section = show(visit, 'failed')
  const known = section.querySelector(`[data-failure="${CSS.escape(name)}"]`)
  const line = known ?? section.querySelector('[data-failure=other]')
  if (known === null && line !== null && error instanceof PassportError) {
    line.textContent = error.message
  }
  line?.classList.add('is-it')
  leadBack(visit, section)
}

// An account that is being closed can still be kept.
function offerToKeep(visit: Visit, { data }: PassportError): void {
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
    leadBack(visit, show(visit, 'kept'))
  })
}

function leadBack({ ending: { next, opener } }: Visit, section: HTMLElement): void {
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

function describe(section: HTMLElement, who: readonly string[]): void {
  const lines = who.map((text, at) => {
    const line = document.createElement(at === 0 ? 'strong' : 'span')
    line.textContent = text
    return line
  })
  section.querySelector('.who')?.replaceChildren(...lines)
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
function keepWay({ ending }: Visit, error: unknown): void {
  if (!(error instanceof PassportError)) return
  const { next, opener_origin: opener } = error.data
  if (typeof next === 'string') ending.next = next
  if (typeof opener === 'string') ending.opener = opener
}

function pick(query: URLSearchParams, ...names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = query.get(name)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  )
}
