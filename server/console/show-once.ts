import type { Page } from '../pages/page.ts'
import type { ConsoleContext } from './page.ts'

/** Returns the page that shows a secret this once, and leads back to `to`. */
export function showOnce(
  { path, texts }: Pick<ConsoleContext, 'path' | 'texts'>,
  secret: string,
  facts: readonly (readonly [string, string])[] = [],
  to = path,
): Page {
  const { back, secret: label, title, warning } = texts.once
  return {
    title,
    facts: [...facts, [label, secret]],
    warning,
    links: [{ href: to, text: back }],
  }
}
