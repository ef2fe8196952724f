import { languages, pathIn } from '../lib/languages.ts'
import { pageLanguage } from './page-language.ts'

const page = document.querySelector<HTMLElement>('.third-party')

if (page !== null && !goToOwnLanguage()) {
  if (page.dataset['platform'] !== undefined && location.search === '') failAtOnce(page)
  else {
    if (isAsked()) page.dataset['state'] = 'working'
    delete document.documentElement.dataset['asked']
    import('./third-party-page.ts').then(
      ({ run }) => run(page),
      (error: unknown) => {
        reportError(error)
        page.dataset['state'] = 'failed'
      },
    )
  }
}

// Whoever comes without a task chooses a way: the list of them follows.
function isAsked(): boolean {
  return location.hash !== '' || new URLSearchParams(location.search).has('error')
}

// A return that was loaded again brings nothing that a server could judge: it answers as one would.
function failAtOnce(of: HTMLElement): void {
  of.querySelector('[data-failure=oauth_state_invalid]')?.classList.add('is-it')
  of.dataset['state'] = 'failed'
  of.querySelector('h1')?.focus()
}

// Third parties know one address for all languages; the state says which one the person reads.
function goToOwnLanguage(): boolean {
  const state = new URLSearchParams(location.search).get('state')
  const lang = languages.find((language) => state?.endsWith(`.${language}`))
  if (lang === undefined || lang === languages[0] || lang === pageLanguage()) return false
  location.replace(pathIn(lang, location.pathname) + location.search)
  return true
}
