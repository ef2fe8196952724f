import { showState } from './page-states.ts'

/** Required parameters of an authorization request (RFC 6749 §4.1.1, RFC 7636 §4.3). */
const NEEDED = ['client_key', 'redirect_uri', 'scope', 'state'] as const

/** Schemes that name neither a page nor an application. */
const NO_PLACE = /^(?:javascript|data|blob|file|about):$/

const page = document.querySelector<HTMLElement>('.ask')
if (page) {
  const params = new URLSearchParams(location.search)
  const missing = NEEDED.filter((name) => !params.get(name))
  const target = placeOf(params.get('redirect_uri') ?? '')
  const fill = (name: string, text: string): void => {
    const place = page.querySelector<HTMLElement>(`[data-fill=${name}]`)
    if (place) place.textContent = (place.dataset['text'] ?? '{text}').replace('{text}', text)
  }
  if (missing.length > 0 || target === null) {
    fill('missing', (missing.length > 0 ? missing : ['redirect_uri']).join(', '))
    showState(page, 'incomplete', false)
  } else {
    fill('client', params.get('client_key') ?? '')
    fill('returns', target)
    fill('wants', (params.get('scope') ?? '').split(/[\s,]+/).join(', '))
    showState(page, 'asks', false)
  }
  page.querySelector('[data-do=back]')?.addEventListener('click', () => history.back())
}

// Returns a host, or the scheme of an application on this device (RFC 8252 §7.1).
function placeOf(address: string): string | null {
  const target = URL.parse(address)
  if (target === null || NO_PLACE.test(target.protocol)) return null
  return target.host === '' ? target.protocol.slice(0, -1) : target.host
}
