import {
  providerNames,
  readOAuthState,
  type OAuthAction,
  type ProviderName,
} from '#protocol/providers.ts'
import { isReturnPath } from '#protocol/return-paths.ts'
import { ChallengeClosed } from '../../widget/captcha/errors.ts'
import {
  endTrip,
  listProviders,
  providerAddress,
  type ProviderAnswer,
} from '../../widget/src/client/calls/providers.ts'
import { toMoveRejection, tripEndOf } from '../../widget/src/client/calls/rejection.ts'
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

/** Parameters of a provider's callback. */
const answerNames = ['code', 'state', 'iss', 'error'] as const satisfies (keyof ProviderAnswer)[]

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
  const answer = answerOf(query)
  if (answer.code === undefined && answer.error === undefined) {
    // After a reload, the address no longer holds the provider's answer.
    await explain(visit, namedRejection(visit, 'oauth_state_invalid'))
    return
  }
  // Neither code nor state stays where somebody could copy it from.
  history.replaceState(null, '', location.pathname)
  const { ticket, ...ending } = await endTrip(client.send, platform, action, answer)
  if (ticket === undefined && action !== 'bind') noteProvider(platform)
  finish(page, ending, ticket)
}

async function begin(visit: Visit, query: URLSearchParams): Promise<void> {
  const error = query.get('error')
  if (error !== null) await explain(visit, namedRejection(visit, error))
  else if (location.hash.startsWith(MOVE)) await moveAddress(visit)
  else await offerProviders(visit)
}

async function offerProviders({ page, client, aid, lang, ending }: Visit): Promise<void> {
  const list = await listProviders(client.send)
  const settings = { aid, language: lang, server: accountOrigin() }
  page.dataset['state'] = list.length === 0 ? 'none' : 'start'
  const items = list.map(({ provider, title }) => {
    const link = document.createElement('a')
    const trip = { provider, action: 'login', next: ending.next ?? '/' } as const
    link.href = providerAddress(settings, trip)
    link.textContent = title
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
    toMoveRejection(channel, key),
  )
}

// The element draws every ending but success; the address says where it leads on to.
async function explain(visit: Visit, rejection: PassportRejection): Promise<void> {
  const { page, aid, lang, platform } = visit
  // The server has checked what it names.
  const ending = { ...visit.ending, ...tripEndOf(rejection) }
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

function answerOf(query: URLSearchParams): ProviderAnswer {
  const entries = answerNames.map((name) => [name, query.get(name) ?? ''])
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}
