import { requestedDestination } from './destination.ts'

/** A page that sent the person back here is not gone on to again. */
const WENT_ON = 'passport-went-on'

/**
 * Lets somebody who is signed in go on: at once where the address says where to, unless it asks for a
 * sign-in all the same (`prompt=login`).
 */
export function greetSignedIn(): void {
  const panel = document.querySelector<HTMLElement>('.signed-in-as')
  if (panel === null || document.documentElement.dataset['session'] !== 'in') return
  panel.querySelector('button')?.addEventListener('click', showForm)
  greet(panel).catch((error: unknown) => {
    showForm()
    reportError(error)
  })
}

async function greet(panel: HTMLElement): Promise<void> {
  const destination = requestedDestination()
  const link = panel.querySelector<HTMLAnchorElement>('[data-go-on]')
  if (destination !== undefined && link) link.href = destination
  const { whoIsHere } = await import('./who-is-here.ts')
  const who = await whoIsHere()
  if (who === undefined) showForm()
  else if (destination !== undefined && mayGoOn(destination)) location.replace(destination)
  else {
    const [name, address] = panel.querySelectorAll('.identity-names > *')
    const sign = panel.querySelector('.identity-sign')
    if (name) name.textContent = who.name || who.address
    if (address) address.textContent = who.name ? who.address : ''
    if (sign) sign.textContent = Array.from(who.name || who.address)[0] ?? ''
  }
}

function showForm(): void {
  document.documentElement.dataset['session'] = 'out'
  document.querySelector<HTMLElement>('passport-login input:not([type=hidden])')?.focus()
}

function mayGoOn(destination: string): boolean {
  if (new URLSearchParams(location.search).get('prompt') === 'login') return false
  try {
    const isBack = sessionStorage.getItem(WENT_ON) === destination
    if (isBack) sessionStorage.removeItem(WENT_ON)
    else sessionStorage.setItem(WENT_ON, destination)
    return !isBack
  } catch {
    return false
  }
}
