import { keepMe, readMe } from './me.ts'

/** Shows the person on the menu button and refreshes it whenever the menu opens. */
export function offerUserMenu(): void {
  const menu = document.querySelector<HTMLElement>('.user-menu')
  const button = document.querySelector<HTMLElement>('.user-sign')
  if (!menu || !button) return
  // The next person at this browser must not see a name.
  if (document.documentElement.dataset['session'] === 'out') keepMe(undefined)
  const show = (): void => draw(menu, button)
  show()
  document.addEventListener('me-change', show)
  menu.addEventListener('toggle', (event) => {
    if (event.newState === 'open') refresh().catch(reportError)
  })
}

async function refresh(): Promise<void> {
  const { whoIsHere } = await import('./who-is-here.ts')
  const me = await whoIsHere()
  keepMe(me)
  // The cookie promised a session that has ended.
  if (me === undefined) document.documentElement.dataset['session'] = 'out'
}

function draw(menu: HTMLElement, button: HTMLElement): void {
  const { name = '', address = '', picture = '' } = readMe() ?? {}
  const [title, detail] = menu.querySelectorAll('.user-names > *')
  if (title) title.textContent = name || address
  if (detail) detail.textContent = name ? address : ''
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
