// The link of an invitation ends in its ticket, which stays for this tab alone: neither the address
// nor the history keep it, and who signs in on another page comes back to the same invitation.
const KEY = 'passport-invitation'
const ENTRY = '/passport-login.js'

const element = document.querySelector('.invitation passport-login')
const openInvitation = (): void => element?.setAttribute('ticket', takeTicket())
openInvitation()
// Another link of the same kind, opened in this tab.
addEventListener('hashchange', openInvitation)
import(/* @vite-ignore */ ENTRY).catch(reportError)

function takeTicket(): string {
  const opened = new URLSearchParams(location.hash.slice(1)).get('ticket')
  if (opened !== null) history.replaceState(history.state, '', location.pathname + location.search)
  try {
    if (opened !== null) sessionStorage.setItem(KEY, opened)
    return opened ?? sessionStorage.getItem(KEY) ?? ''
  } catch {
    // Without storage, the ticket is lost when the page is loaded again.
    return opened ?? ''
  }
}
