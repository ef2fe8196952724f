import { showFace } from './face.ts'
import { keepMe, readMe, watchMe } from './me.ts'

/** Shows the person in the header, and asks again who it is whenever a menu opens. */
export function offerUserMenu(): void {
  const header = document.querySelector<HTMLElement>('.site-header')
  if (!header?.querySelector('.user-menu')) return
  // The next person at this browser must not see a name.
  if (document.documentElement.dataset['session'] === 'out') keepMe(undefined)
  let isAsked = false
  const show = (): void => {
    draw(header)
    if (isAsked || !needsName(header)) return
    isAsked = true
    refresh(header)
  }
  show()
  watchMe(show)
  for (const menu of header.querySelectorAll<HTMLElement>('.user-menu')) {
    menu.addEventListener('toggle', (event) => {
      if (event.newState === 'open') refresh(header)
    })
  }
}

// The switcher always shows for whom the browser acts.
function needsName(header: HTMLElement): boolean {
  const me = readMe()
  const isKnown = me !== undefined && (me.organizationId === '' || me.acting !== '')
  const { session } = document.documentElement.dataset
  return header.matches('.account-header') && session === 'in' && !isKnown
}

function refresh(header: HTMLElement): void {
  import('./open-user-menu.ts')
    .then(({ openUserMenu }) => openUserMenu(header, showFace))
    .catch(reportError)
}

function draw(header: HTMLElement): void {
  const me = readMe()
  const { name = '', address = '', picture = '', acting = '', logo = '' } = me ?? {}
  const title = name || address
  document.documentElement.toggleAttribute('data-has-organization', me?.hasOrganization === true)
  const menu = header.querySelector<HTMLElement>('.user-names')
  const acts = acting && `${menu?.dataset['acts']} ${acting}`
  writeTexts(menu, [title, name ? address : '', acts])
  showFace(header.querySelector('.user-sign'), title, picture)

  const switcher = header.querySelector<HTMLElement>('.switcher')
  const { oneself = '', organization = '' } = switcher?.dataset ?? {}
  writeTexts(switcher?.querySelector('.switcher-name'), [
    acting || title,
    acting ? organization : oneself,
  ])
  showFace(switcher, acting || title, acting ? logo : picture)
  switcher?.toggleAttribute('data-acting', acting !== '')
}

function writeTexts(place: Element | null | undefined, texts: readonly string[]): void {
  texts.forEach((text, at) => {
    const line = place?.children[at]
    if (line) line.textContent = text
  })
}
