import {
  knownProviders,
  providerNames,
  readOAuthState,
  type OAuthAction,
  type ProviderName,
} from '#protocol/providers.ts'
import { isReturnPath } from '#protocol/return-paths.ts'
import { authBind, authLogin, authVerify, listPlatforms } from '#protocol/web/providers.ts'
import { ChallengeClosed } from '../../widget/captcha/errors.ts'
import { PassportError, type Client } from '../../widget/src/client/index.ts'
import { noteProvider } from '../../widget/src/base/last-provider.ts'
import type { PassportRejection } from '../../widget/src/base/public.ts'
import { accountOrigin } from '../lib/account-origin.ts'
import { type Lang, pathIn } from '../lib/languages.ts'
import { createSiteClient } from './site-client.ts'
import { pageLanguage } from './page-language.ts'
import { showRejection } from './third-party-element.ts'
import { finish, type Ending } from './third-party-end.ts'

/** State of a callback page. */
interface Visit {
  page: HTMLElement
  client: Client
  aid: number
  lang: Lang
  /** The provider that the person comes back from; undefined on the start page. */
  platform: ProviderName | undefined
  ending: Ending
}

const returnedNames = ['code', 'state', 'iss', 'error'] as const

/** Parameters of a provider's callback. */
type Returned = { platform: ProviderName; platform_app_id: number } & Partial<
  Record<(typeof returnedNames)[number], string>
>

/** Begins the fragment that names an address to move: channel, application and key. */
const MOVE = '#move='

/** Finishes what a person left for a provider for, or lists the providers. */
export async function run(page: HTMLElement): Promise<void> {
  const query = new URLSearchParams(location.search)
  const state = readOAuthState(query.get('state') ?? '')
  const platform = providerNames.find((name) => name === page.dataset['platform'])
  const aid = state?.aid ?? Number(page.dataset['aid'])
  const visit: Visit = {
    page,
    client: createSiteClient(page, aid),
    aid,
    lang: pageLanguage(),
    platform,
    ending: { next: ownAddress(query.get('next')), opener: undefined },
  }
  try {
    if (platform === undefined) await begin(visit, query)
    else await finishOAuth(visit, platform, query, state?.action)
  } catch (error) {
    await explain(visit, toRejection(visit, error))
  }
}

async function finishOAuth(
  visit: Visit,
  platform: ProviderName,
  query: URLSearchParams,
  action: OAuthAction | undefined,
): Promise<void> {
  const { page, client } = visit
  const returned = returnedOf(platform, query)
  if (returned.code === undefined && returned.error === undefined) {
    // After a reload, the address no longer holds the provider's answer.
    await explain(visit, namedRejection(visit, 'oauth_state_invalid'))
    return
  }
  // Neither code nor state stays where somebody could copy it from.
  history.replaceState(null, '', location.pathname)
  if (action === 'verify' || action === 'delete_account') {
    const proved = await client.send(authVerify, returned)
    const ending = { next: proved.redirect_url, opener: proved.opener_origin }
    finish(page, ending, proved.ticket)
    return
  }
  const done = await client.send(action === 'bind' ? authBind : authLogin, returned)
  if (action !== 'bind') noteProvider(platform)
  finish(page, { next: done.redirect_url, opener: done.opener_origin })
}

async function begin(visit: Visit, query: URLSearchParams): Promise<void> {
  const error = query.get('error')
  if (error !== null) await explain(visit, namedRejection(visit, error))
  else if (location.hash.startsWith(MOVE)) await moveAddress(visit)
  else await offerProviders(visit)
}

async function offerProviders({ page, client, aid, lang, ending }: Visit): Promise<void> {
  const { list } = await client.send(listPlatforms, {})
  const next = ending.next ?? '/'
  const { hostname } = new URL(next, location.href)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  page.dataset['state'] = list.length === 0 ? 'none' : 'start'
  const items = list.map(({ platform, platform_app_id: appId, name }) => {
    const query = new URLSearchParams({
      aid: String(aid),
      language: lang,
      platform,
      platform_app_id: String(appId),
      action: 'login',
      next,
      is_local_host: isLocal ? '1' : '0',
    })
    const link = document.createElement('a')
    link.href = `${accountOrigin()}/passport/web/web_login/?${query}`
    link.textContent = name
    const item = document.createElement('li')
    item.append(link)
    return item
  })
  page.querySelector('ul')?.append(...items)
}

// Clients that cannot show the question send people here: the proved address belongs to another account.
async function moveAddress(visit: Visit): Promise<void> {
  const [channel = '', aid = '', key = ''] = location.hash.slice(MOVE.length).split('.')
  const next = visit.ending.next ?? pathIn(visit.lang, '/account-setting')
  await explain(
    { ...visit, aid: Number(aid) || visit.aid, ending: { ...visit.ending, next } },
    { name: 'mobile_bound_need_jump', data: { profile_key: key, channel } },
  )
}

// The element draws every ending but success; the address says where it leads on to.
async function explain(visit: Visit, rejection: PassportRejection): Promise<void> {
  const { page, aid, lang, platform } = visit
  const ending = endingOf(visit, rejection)
  const query = ending.next === undefined ? '' : `?${new URLSearchParams({ next: ending.next })}`
  history.replaceState(null, '', location.pathname + query)
  const isNew = rejection.name === 'platform_unknown_account'
  page.dataset['state'] = isNew ? 'register' : 'element'
  const place = page.querySelector<HTMLElement>('[data-element]') ?? page
  const onDone = (isSignedIn: boolean): void => {
    if (isSignedIn && platform !== undefined) noteProvider(platform)
    finish(page, ending)
  }
  try {
    await showRejection(place, { aid, lang, rejection, onDone })
  } catch (error) {
    page.dataset['state'] = 'lost'
    page.querySelector<HTMLElement>('h1')?.focus()
    reportError(error)
  }
}

// The server has checked both.
function endingOf({ ending }: Visit, { data }: PassportRejection): Ending {
  const { next, opener_origin: opener } = data ?? {}
  return {
    next: typeof next === 'string' ? next : ending.next,
    opener: typeof opener === 'string' ? opener : ending.opener,
  }
}

function toRejection(visit: Visit, error: unknown): PassportRejection {
  if (error instanceof PassportError) return error
  return namedRejection(visit, error instanceof ChallengeClosed ? 'SECOND_VALID' : 'offline')
}

/** A rejection of which only the name is known; the page has the messages of those that happen. */
function namedRejection({ page }: Visit, name: string): PassportRejection {
  const messages: unknown = JSON.parse(page.dataset['errors'] ?? '{}')
  const message: unknown = Object(messages)[name]
  return { name, ...(typeof message === 'string' && { message }) }
}

// Anybody may have written the link to this page, so it must not lead to another site.
function ownAddress(next: string | null): string | undefined {
  const url = next === null ? null : URL.parse(next, location.href)
  // In full, since a path may begin like the name of a host.
  return url?.origin === location.origin && isReturnPath(url.pathname) ? url.href : undefined
}

function returnedOf(platform: ProviderName, query: URLSearchParams): Returned {
  const entries = returnedNames.map((name) => [name, query.get(name) ?? ''] as const)
  const { appId } = knownProviders[platform]
  const found = Object.fromEntries(entries.filter(([, value]) => value !== ''))
  return { platform, platform_app_id: appId, ...found }
}
