import type { Membership } from '../../widget/src/client/calls/memberships.ts'
import type { showFace } from './face.ts'
import { keepMe, type Me } from './me.ts'
import { actAs, whoIsHere } from './who-is-here.ts'

/**
 * Asks who is signed in, and offers to act for the organizations of the person. `show` is given, since a
 * shared module would be one more request for every page.
 */
export async function openUserMenu(header: HTMLElement, show: typeof showFace): Promise<void> {
  const here = await whoIsHere()
  keepMe(here?.me)
  // The session that this browser has shown until now has ended.
  if (here === undefined) document.documentElement.dataset['session'] = 'out'
  const list = header.querySelector<HTMLElement>('.user-acting')
  const failed = header.querySelector<HTMLElement>('.user-switch-failed')
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
  const oneself = list.dataset['oneself'] ?? ''
  list.replaceChildren(
    ...memberships.map((one) => {
      const button = rowOf(one, oneself, here?.me, show)
      if (one.isCurrent) button.ariaCurrent = 'true'
      else button.addEventListener('click', () => void choose(one))
      const row = document.createElement('li')
      row.append(button)
      return row
    }),
  )
}

function rowOf(
  { organizationName, organizationLabel, logoUrl }: Membership,
  oneself: string,
  me: Me | undefined,
  show: typeof showFace,
): HTMLButtonElement {
  const isOrganization = organizationName !== ''
  const face = document.createElement('span')
  face.className = 'face'
  face.append(document.createElement('b'))
  face.ariaHidden = 'true'
  face.toggleAttribute('data-acting', isOrganization)
  show(face, organizationName || me?.name || '', isOrganization ? logoUrl : (me?.picture ?? ''))
  const button = document.createElement('button')
  button.type = 'button'
  button.append(face, organizationLabel || oneself)
  return button
}
