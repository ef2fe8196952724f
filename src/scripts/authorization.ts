import { accountOrigin } from '../lib/account-origin.ts'
import { showState } from './page-states.ts'

/** What a request has to bring. */
const NEEDED = ['client_key', 'redirect_uri', 'scope', 'state'] as const

const page = document.querySelector<HTMLElement>('.ask')
if (page) {
  const params = new URLSearchParams(location.search)
  const missing = NEEDED.filter((name) => !params.get(name))
  page.querySelector('[data-do=back]')?.addEventListener('click', () => history.back())
  if (missing.length === 0) {
    if (!params.has('response_type')) params.set('response_type', 'code')
    // The account server asks; this address is the one that applications know.
    location.replace(`${accountOrigin()}/oauth/authorize?${params.toString()}`)
  } else {
    const place = page.querySelector<HTMLElement>('[data-fill=missing]')
    const words = place?.dataset['text'] ?? ''
    if (place) place.textContent = words.replace('{text}', missing.join(', '))
    showState(page, 'incomplete', false)
  }
}
