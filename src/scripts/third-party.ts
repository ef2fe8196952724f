import { languages, pathIn } from '../lib/languages.ts'
import { pageLanguage } from './page-language.ts'

const page = document.querySelector<HTMLElement>('.third-party')

if (page !== null && !goToOwnLanguage()) {
  if (location.hash !== '' || new URLSearchParams(location.search).has('error')) {
    page.dataset['state'] = 'working'
  }
  delete document.documentElement.dataset['asked']
  import('./third-party-page.ts').then(
    ({ run }) => run(page),
    (error: unknown) => {
      reportError(error)
      page.dataset['state'] = 'lost'
    },
  )
}

// Providers know one address for all languages; the state says which one the person reads.
function goToOwnLanguage(): boolean {
  const state = new URLSearchParams(location.search).get('state')
  const lang = languages.find((language) => state?.endsWith(`.${language}`))
  if (lang === undefined || lang === languages[0] || lang === pageLanguage()) return false
  location.replace(pathIn(lang, location.pathname) + location.search)
  return true
}
