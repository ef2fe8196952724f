import { accountOrigin } from '../lib/account-origin.ts'

/** Parameters that a request needs. */
const NEEDED = ['client_key', 'redirect_uri', 'scope', 'state'] as const
const ENTRY = '/passport-login.js'

const params = new URLSearchParams(location.search)
const ticket = params.get('auth_ticket')
const missing = NEEDED.filter((name) => !params.get(name))
if (ticket !== null) {
  // Stays in the address, so that a reload finds it; it is of use in this browser alone.
  const element = document.querySelector<HTMLElement>('.consent passport-login')
  element?.setAttribute('ticket', ticket)
  const language = params.get('lang')
  if (element && language !== null) element.lang = language
  import(/* @vite-ignore */ ENTRY).catch(reportError)
} else if (missing.length === 0) {
  if (!params.has('response_type')) params.set('response_type', 'code')
  // The account server asks; this address is the one that applications know.
  location.replace(`${accountOrigin()}/oauth/authorize?${params.toString()}`)
} else {
  showMissing()
}

// In place of the element, whose heading would be a second one of the page.
function showMissing(): void {
  const page = document.querySelector<HTMLTemplateElement>('main template')?.content
  const place = page?.querySelector<HTMLElement>('[data-fill=missing]')
  if (place) place.textContent = (place.dataset['text'] ?? '').replace('{text}', missing.join(', '))
  page?.querySelector('[data-do=back]')?.addEventListener('click', () => history.back())
  if (page) document.querySelector('.consent')?.replaceWith(page)
}
