import { satteri } from '@astrojs/markdown-satteri'
import { type Lang, languages } from './languages.ts'
import { withAddressEnds } from './markdown/addresses.ts'
import { alerts } from './markdown/alerts.ts'
import { codeTitles } from './markdown/code-titles.ts'
import { features } from './markdown/features.ts'
import { FOOTNOTES_ID, footnotes } from './markdown/footnotes.ts'
import { labels } from './markdown/labels.ts'
import { withEmphasis } from './markdown/emphasis.ts'

type Processor = ReturnType<typeof satteri>

/** A cell of a table that holds a name and nothing else. */
const NAME_CELL = /<td(?: class="align-[a-z]+")?><code>\w+<\/code><\/td>/g

/** Markdown as texts of this site are written, with what is added to it in the language of the text. */
export function ownMarkdown(processor: Processor): Processor {
  return {
    ...processor,
    async createRenderer(shared) {
      const [english, japanese] = await Promise.all(
        languages.map((lang) => inLanguage(processor, lang).createRenderer(shared)),
      )
      return {
        async render(content, options) {
          const isJapanese = options?.fileURL?.pathname.includes('/ja/') === true
          const renderer = isJapanese ? japanese : english
          if (renderer === undefined) throw new Error('a language has no renderer')
          const { code, metadata } = await renderer.render(prepared(content), options)
          const headings = metadata.headings.filter(({ slug }) => slug !== FOOTNOTES_ID)
          return { code: boxed(code), metadata: { ...metadata, headings } }
        },
      }
    },
  }
}

/** Mends what CommonMark and GFM get wrong beside Japanese letters, before the text is parsed. */
export function prepared(text: string): string {
  return withAddressEnds(withEmphasis(text.replaceAll('\r\n', '\n')))
}

function inLanguage({ options }: Processor, lang: Lang): Processor {
  const { footnotes: label, back: backLabel } = labels[lang]
  return satteri({
    mdastPlugins: [alerts(lang), codeTitles, ...options.mdastPlugins],
    hastPlugins: [footnotes, ...options.hastPlugins],
    features: {
      ...options.features,
      ...features,
      gfm: { footnotes: { label, backLabel } },
    },
  })
}

// Tables stand in a box that scrolls with the keyboard, are aligned by classes instead of inline
// styles, and their names may break after an underscore.
function boxed(html: string): string {
  if (!html.includes('<table>')) return html
  return html
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll(/<(t[hd]) style="text-align: (\w+)">/g, '<$1 class="align-$2">')
    .replaceAll(NAME_CELL, (cell) => cell.replaceAll('_', '_<wbr>'))
}
