import { PROVIDERS_PLACEHOLDER } from '#protocol/placeholders.ts'
import { providerNames } from '#protocol/providers.ts'
import { watchActing } from '../../../widget/src/base/acting.ts'
import type { AccountEvents } from '../../../widget/src/base/public.ts'
import { toAccount } from '../../../widget/src/client/calls/account.ts'
import { accountOrigin } from '../../lib/account-origin.ts'
import { pathIn, prefixOf, type Lang } from '../../lib/languages.ts'
import type { Messages } from '../../messages/messages.ts'
import { keepMe, watchOtherTabs } from '../../scripts/me.ts'
import { meOf } from '../../scripts/me-of.ts'
import { whoIsHere } from '../../scripts/who-is-here.ts'
import { site } from '../../site.ts'
import { fetchFirstReplies } from '../shared/first-replies.ts'
import type { Notices } from '../shared/notices.ts'
import { addressOf, viewOf } from './places.ts'
import { askBeforeLoss, hasUnsaved } from './unsaved.ts'

/** Words of the account page that are not the element's. */
export type AccountTexts = Pick<
  Messages['account']['settings'],
  'title' | 'pages' | 'notices' | 'dismiss'
> & { lostPlans: Readonly<Record<string, string>> }

/** Returns `<passport-account>` with the addresses, the header and the notices of this site. */
export function createAccount(lang: Lang, texts: AccountTexts, notices: Notices): HTMLElement {
  const element = createElement(lang)
  const plan = (_: number, key: string): string => texts.lostPlans[key] ?? key
  Reflect.set(element, 'messages', { closeAccount: { values: { plan } } })
  let failed = ''
  const listen = <Name extends keyof AccountEvents>(
    name: Name,
    listener: (event: CustomEvent<AccountEvents[Name]>) => void,
  ): void => element.addEventListener(name, listener as EventListener)

  listen('passport-notice', (event) => {
    event.preventDefault()
    const { kind, text } = event.detail
    // Nothing is told twice, and what went well after all did not fail.
    notices.dismiss(kind === 'failed' ? text : failed)
    if (kind === 'failed') {
      failed = text
      notices.error(text)
    } else notices.success(text)
  })
  listen('passport-view', (event) => {
    event.preventDefault()
    const { view, section } = event.detail
    const page = addressOf(view, lang)
    const address = section === undefined ? page : `${page}#${section}`
    if (hasUnsaved(element)) {
      // So that the browser asks.
      location.assign(address)
      return
    }
    history.pushState(null, '', address)
    show(element, texts)
  })
  listen('passport-session', ({ detail: { user } }) => {
    const account = user && toAccount(user)
    keepMe(account && meOf(account))
    document.dispatchEvent(new Event('session-change'))
  })
  // The reply above names no organization, and does not say whether there is one.
  watchActing(
    accountOrigin(),
    () => void whoIsHere().then((found) => keepMe(found?.me), reportError),
    new AbortController().signal,
  )
  askBeforeLoss(element)
  addEventListener('popstate', () => show(element, texts))
  watchOtherTabs(() => document.dispatchEvent(new Event('visibilitychange')))
  return element
}

/** Returns the providers that the server filled in; the element asks for them where it did not. */
function providersOfPage(): string {
  const { passportProviders: providers = '' } = document.documentElement.dataset
  return providers === PROVIDERS_PLACEHOLDER ? providerNames.join(' ') : providers
}

function createElement(lang: Lang): HTMLElement {
  const element = document.createElement('passport-account')
  const attributes = {
    aid: String(site.aid),
    server: accountOrigin(),
    lang,
    pages: prefixOf(lang),
    path: pathIn(lang, '/account-setting'),
    console: pathIn(lang, '/account-setting/components/organization'),
    view: viewOf(location),
    providers: providersOfPage(),
  }
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  Reflect.set(element, 'fetch', fetchFirstReplies())
  return element
}

/** Shows the page of the present address. */
function show(element: HTMLElement, { pages, title }: AccountTexts): void {
  const view = viewOf(location)
  element.setAttribute('view', view)
  const name: string | undefined = new Map(Object.entries(pages)).get(view)
  document.title = `${name ?? title} · ${site.name}`
}
