import { type Lang, toLang } from '../../lib/languages.ts'
import { showBroken, showIsland } from '../../scripts/late-island.ts'

/**
 * Fills a part of the page, and shows it or says that it broke. A plain module does so instead of
 * an Astro island, whose inline script would need a hash in the policy.
 */
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
