import { toLang } from '../lib/languages.ts'
import { keepMe } from './me.ts'

const signOutForm = document.querySelector<HTMLFormElement>('.sign-out form')
const problem = document.querySelector<HTMLElement>('[data-failed]')

// Whoever signed out elsewhere on the site lands here; other tabs hear of it, and the next person sees no name.
if (document.documentElement.dataset['session'] === 'out') keepMe(undefined)

signOutForm?.addEventListener('submit', (event) => {
  event.preventDefault()
  void signOut(signOutForm)
})

async function signOut(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector('button')
  if (!button || button.disabled) return
  const label = button.textContent
  button.disabled = true
  button.textContent = button.dataset['working'] ?? label
  if (problem) problem.textContent = ''
  try {
    const { endSession } = await import('./end-session.ts')
    const { aid, next } = requestIn(location.search)
    const language = toLang(form.dataset['lang'])
    const onward = await endSession(aid ?? Number(form.dataset['aid']), language, next)
    // Other tabs hear of it too.
    keepMe(undefined)
    // The server answers with its start page where `next` is not allowed: then stay here.
    if (onward !== undefined && next !== undefined && (onward !== '/' || next === '/')) {
      location.assign(onward)
      return
    }
    document.dispatchEvent(new Event('session-change'))
    document.querySelector<HTMLElement>('.sign-out h1')?.focus()
  } catch (error) {
    // The session goes on; the visitor must know, and the console says why.
    reportError(error)
    if (problem) problem.textContent = problem.dataset['failed'] ?? ''
  } finally {
    button.disabled = false
    button.textContent = label
  }
}

/** Reads `source`, `app_id` and `next` from the address. */
function requestIn(search: string): { aid: number | undefined; next: string | undefined } {
  const params = new URLSearchParams(search)
  const aid = Number(params.get('app_id') ?? params.get('aid'))
  return { aid: aid > 0 ? aid : undefined, next: params.get('next') ?? undefined }
}
