import { keepMe, readMe, watchMe } from './me.ts'

/** Shows the person on the menu button and refreshes it whenever the menu opens. */
export function offerUserMenu(): void {
  const menu = document.querySelector<HTMLElement>('.user-menu')
  const button = document.querySelector<HTMLElement>('.user-sign')
  if (!menu || !button) return
  // The next person at this browser must not see a name.
  if (document.documentElement.dataset['session'] === 'out') keepMe(undefined)
  const show = (): void => draw(menu, button)
  show()
  watchMe(show)
  menu.addEventListener('toggle', (event) => {
    if (event.newState !== 'open') return
    import('./open-user-menu.ts').then(({ openUserMenu }) => openUserMenu(menu)).catch(reportError)
  })
}

function draw(menu: HTMLElement, button: HTMLElement): void {
  const { name = '', address = '', picture = '', acting = '' } = readMe() ?? {}
  const title = name || address
  const texts = [title, name ? address : '', acting && `${menu.dataset['acts']} ${acting}`]
  menu.querySelectorAll('.user-names > *').forEach((line, at) => {
    line.textContent = texts[at] ?? ''
  })
  const [initial = ''] = title
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
