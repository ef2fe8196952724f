import { experimental_AstroContainer as AstroContainer } from 'astro/container'
import { render, type CollectionEntry } from 'astro:content'

let container: Promise<AstroContainer> | undefined

/** Returns the HTML of a text for readers of feeds; `page` is the address that its links start from. */
export async function feedText(
  entry: CollectionEntry<'blog' | 'changelog'>,
  page: string,
): Promise<string> {
  container ??= AstroContainer.create()
  const { Content } = await render(entry)
  const html = await (await container).renderToString(Content)
  return html
    .replace(/^<!DOCTYPE html>/i, '')
    .replaceAll(
      /(<[^>]*\s(?:href|src)=")([^"]*)/g,
      (_, before: string, address: string) => before + new URL(address, page).href,
    )
    .replaceAll(/\s(?:srcset|sizes)="[^"]*"/g, '')
}
