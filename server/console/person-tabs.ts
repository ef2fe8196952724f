import type { Page } from '../pages/page.ts'
import type { ConsoleContext } from './page.ts'

/** Returns the links between the pages of one person. */
export function personTabs({ path, texts }: ConsoleContext, id: string): NonNullable<Page['tabs']> {
  const { person, trace } = texts.tabs
  const items = [
    { href: `/people/${id}`, text: person },
    { href: `/people/${id}/trace`, text: trace },
  ]
  return {
    label: texts.tabs.label,
    items: items.map((item) => ({ ...item, isCurrent: item.href === path })),
  }
}
