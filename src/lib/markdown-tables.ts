import type { AstroUserConfig } from 'astro'

type Processor = NonNullable<NonNullable<AstroUserConfig['markdown']>['processor']>

/**
 * Markdown whose tables stand in a box that scrolls with the keyboard, aligned by classes instead of
 * inline styles. Works on the finished HTML: a visit to each cell takes a fifth of all that is done to
 * a text.
 */
export function withTables(processor: Processor): Processor {
  return {
    ...processor,
    async createRenderer(shared) {
      const renderer = await processor.createRenderer(shared)
      return {
        async render(content, options) {
          const rendered = await renderer.render(content, options)
          return { ...rendered, code: boxed(rendered.code) }
        },
      }
    },
  }
}

function boxed(html: string): string {
  if (!html.includes('<table>')) return html
  return html
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll(/<(t[hd]) style="text-align: (\w+)">/g, '<$1 class="align-$2">')
}
