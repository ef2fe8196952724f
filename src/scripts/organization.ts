import { watchActing } from '../../widget/src/base/acting.ts'
import { accountOrigin } from '../lib/account-origin.ts'
import { prefixOf } from '../lib/languages.ts'
import { site } from '../site.ts'
import { keepMe } from './me.ts'
import { pageLanguage } from './page-language.ts'
import { whoIsHere } from './who-is-here.ts'

/** Shows `<passport-enterprise>`. */
export async function mount(place: HTMLElement): Promise<void> {
  const lang = pageLanguage()
  const element = document.createElement('passport-enterprise')
  element.setAttribute('aid', String(site.aid))
  element.setAttribute('lang', lang)
  element.setAttribute('pages', prefixOf(lang))
  // Loaded from the account server, as on pages of other sites.
  await import(/* @vite-ignore */ `${accountOrigin()}/passport-enterprise.js`)
  place.replaceChildren(element)
  // From here on the name of the organization is the heading.
  document.querySelector('.organization > h1')?.remove()
  // The console founds organizations and switches between them.
  watchActing(accountOrigin(), showActing, new AbortController().signal)
  showActing()
  // Its session has ended, perhaps because the organization was handed over.
  element.addEventListener('passport-session', () => {
    keepMe(undefined)
    document.dispatchEvent(new Event('session-change'))
  })
}

function showActing(): void {
  whoIsHere().then((here) => keepMe(here?.me), reportError)
}
