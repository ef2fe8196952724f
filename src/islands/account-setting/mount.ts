import { accountOrigin } from '../../lib/account-origin.ts'
import { pageLanguage } from '../../scripts/page-language.ts'
import { createNotices } from '../shared/notices.ts'
import { createAccount, type AccountTexts } from './app.ts'

/** Shows the account in words of the page, which are in its place. */
export async function mount(place: HTMLElement): Promise<void> {
  const lang = pageLanguage()
  const texts = JSON.parse(place.dataset['texts'] ?? '') as AccountTexts
  // Loaded from the account server, as on pages of other sites.
  await import(/* @vite-ignore */ `${accountOrigin()}/passport-account.js`)
  // The element signs in itself; a second form would start with it.
  document.querySelector('.known-out')?.remove()
  const notices = createNotices(texts)
  const element = createAccount(lang, texts, notices)
  const bones = place.querySelector('[data-first]')
  // What stands in for the page stays until there is something of it.
  new MutationObserver((_, watch) => {
    watch.disconnect()
    bones?.remove()
  }).observe(element, { childList: true })
  place.append(element, notices.place)
}
