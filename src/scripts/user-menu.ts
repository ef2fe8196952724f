import type { MembershipInfo } from '#protocol/objects.ts'
import { keepMe, readMe, watchMe } from './me.ts'

/** Shows who is signed in by the button of the menu; the menu asks again whenever it opens. */
export function offerUserMenu(): void {
  const menu = document.querySelector<HTMLElement>('.user-menu')
  const button = document.querySelector<HTMLElement>('.user-sign')
  if (!menu || !button) return
  // Nobody else is to find a name here.
  if (document.documentElement.dataset['session'] === 'out') keepMe(undefined)
  const show = (): void => draw(menu, button)
  show()
  watchMe(show)
  menu.addEventListener('toggle', (event) => {
    if (event.newState === 'open') refresh(menu).catch(reportError)
  })
}

async function refresh(menu: HTMLElement): Promise<void> {
  const { actAs, whoIsHere } = await import('./who-is-here.ts')
  const here = await whoIsHere()
  keepMe(here?.me)
  // What this browser took for a session is none any more.
  if (here === undefined) document.documentElement.dataset['session'] = 'out'
  offer(menu, here?.memberships ?? [], async (membership) => {
    keepMe(await actAs(membership))
    // What the page shows belongs to whom it acted for until now.
    location.reload()
  })
}

/** Offers to act for others, where there are any. */
function offer(
  menu: HTMLElement,
  memberships: readonly MembershipInfo[],
  choose: (membership: MembershipInfo) => Promise<void>,
): void {
  const list = menu.querySelector<HTMLElement>('.user-acting')
  const failed = menu.querySelector<HTMLElement>('.user-switch-failed')
  if (!list || !failed) return
  failed.hidden = true
  list.hidden = memberships.length < 2
  const rows = memberships.map((one) => {
    const row = document.createElement('button')
    row.type = 'button'
    row.textContent = one.subject_name || (menu.dataset['oneself'] ?? '')
    if (one.current === 1) row.ariaCurrent = 'true'
    else {
      row.addEventListener('click', () => {
        failed.hidden = true
        choose(one).catch((error: unknown) => {
          failed.hidden = false
          reportError(error)
        })
      })
    }
    const item = document.createElement('li')
    item.append(row)
    return item
  })
  list.replaceChildren(...rows)
}

function draw(menu: HTMLElement, button: HTMLElement): void {
  const { name = '', address = '', picture = '', acting = '' } = readMe() ?? {}
  const [title, detail, acts] = menu.querySelectorAll('.user-names > *')
  if (title) title.textContent = name || address
  if (detail) detail.textContent = name ? address : ''
  if (acts)
    acts.textContent = acting && (menu.dataset['acts'] ?? '').replace('{name}', () => acting)
  const [initial = ''] = name || address
  const letter = button.querySelector('b')
  const image = button.querySelector('img')
  if (letter) {
    letter.textContent = initial
    letter.hidden = initial === '' || picture !== ''
  }
  if (image) {
    image.hidden = picture === ''
    if (picture !== '') image.src = picture
  }
  button.querySelector('svg')?.toggleAttribute('hidden', initial !== '' || picture !== '')
}
