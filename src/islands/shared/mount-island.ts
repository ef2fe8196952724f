import { type Lang, toLang } from '../../lib/languages.ts'
import { showBroken, showIsland } from '../../scripts/load-island.ts'

/** Renders an island and reveals it, or shows that it failed. */
export async function mountIsland(
  selector: string,
  mount: (place: HTMLElement, lang: Lang) => Promise<void>,
): Promise<void> {
  const place = document.querySelector<HTMLElement>(selector)
  if (place === null) return
  try {
    await mount(place, toLang(place.dataset['lang']))
    showIsland(place)
  } catch (error) {
    showBroken(place)
    reportError(error)
  }
}
