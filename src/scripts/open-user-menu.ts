import type { Membership } from '../../widget/src/client/calls/memberships.ts'
import { keepMe } from './me.ts'
import { actAs, whoIsHere } from './who-is-here.ts'

/** Asks who is signed in, and offers to act for the organizations of the person. */
export async function openUserMenu(menu: HTMLElement): Promise<void> {
  const here = await whoIsHere()
  keepMe(here?.me)
  // The session that this browser has shown until now has ended.
  if (here === undefined) document.documentElement.dataset['session'] = 'out'
  const list = menu.querySelector<HTMLElement>('.user-acting')
  const failed = menu.querySelector<HTMLElement>('.user-switch-failed')
  if (!list || !failed) return
  failed.hidden = true
  const memberships = here?.memberships ?? []
  list.hidden = memberships.length < 2
  const choose = async (membership: Membership): Promise<void> => {
    failed.hidden = true
    try {
      keepMe(await actAs(membership))
      // The page still shows data of the organization or person that the browser acted for before.
      location.reload()
    } catch (error) {
      failed.hidden = false
      reportError(error)
    }
  }
  list.replaceChildren(
    ...memberships.map((one) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = one.organizationLabel || (menu.dataset['oneself'] ?? '')
      if (one.isCurrent) button.ariaCurrent = 'true'
      else button.addEventListener('click', () => void choose(one))
      const row = document.createElement('li')
      row.append(button)
      return row
    }),
  )
}
