import { watchActing } from '../../widget/src/base/acting.ts'
import { accountOrigin } from '../lib/account-origin.ts'
import { prefixOf } from '../lib/languages.ts'
import { site } from '../site.ts'
import { pageLanguage } from './page-language.ts'
import { showIsland } from './load-island.ts'
import { keepMe } from './me.ts'
import { whoIsHere } from './who-is-here.ts'

const place = document.querySelector<HTMLElement>('#account-organization')

if (place !== null) {
  const element = document.createElement('passport-enterprise')
  element.setAttribute('aid', String(site.aid))
  element.setAttribute('lang', pageLanguage())
  element.setAttribute('pages', prefixOf(pageLanguage()))
  // Loaded from the account server, as on pages of other sites.
  await import(/* @vite-ignore */ `${accountOrigin()}/passport-enterprise.js`)
  place.replaceChildren(element)
  // From here on the name of the organization is the heading.
  document.querySelector('.organization > h1')?.remove()
  showIsland(place)
  // The console founds organizations and switches between them.
  watchActing(accountOrigin(), showActing, new AbortController().signal)
  showActing()
}

function showActing(): void {
  whoIsHere().then((here) => keepMe(here?.me), reportError)
}
