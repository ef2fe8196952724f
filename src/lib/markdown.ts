import { satteri } from '@astrojs/markdown-satteri'
import { allMessages } from '../messages/all-messages.ts'
import { type Lang, languages, toLang } from './languages.ts'
import { withAddressEnds } from './markdown/addresses.ts'
import { alerts } from './markdown/alerts.ts'
import { codeTitles } from './markdown/code-titles.ts'
import { withEmphasis } from './markdown/emphasis.ts'
import { features } from './markdown/features.ts'
import { FOOTNOTES_ID, footnotes } from './markdown/footnotes.ts'
import { lineEnds } from './markdown/line-ends.ts'
import { taskLists } from './markdown/task-lists.ts'
import { pictureSizes } from './picture-sizes.ts'
import { tables } from './tables.ts'

type Processor = ReturnType<typeof satteri>

/** Returns Astro's Markdown processor with our plugins, by the language of the text. */
export function markdown(): Processor {
  return {
    ...satteri(),
    async createRenderer(shared) {
      const renderers = new Map(
        await Promise.all(
          languages.map(
            async (lang) => [lang, await inLanguage(lang).createRenderer(shared)] as const,
          ),
        ),
      )
      return {
        async render(content, options) {
          // Texts are in folders named after their language.
          const folder = options?.fileURL?.pathname.split('/').at(-2)
          const renderer = renderers.get(toLang(folder))
          if (renderer === undefined) throw new Error('a language has no renderer')
          const { code, metadata } = await renderer.render(prepared(content), options)
          const headings = metadata.headings.filter(({ slug }) => slug !== FOOTNOTES_ID)
          return { code, metadata: { ...metadata, headings } }
        },
      }
    },
  }
}

/** Corrects what CommonMark (commonmark-spec#650) and GFM misread beside Japanese letters. */
export function prepared(text: string): string {
  return withAddressEnds(withEmphasis(text.replaceAll('\r\n', '\n')))
}

function inLanguage(lang: Lang): Processor {
  const { footnotes: label, back: backLabel } = allMessages[lang].markdown
  return satteri({
    mdastPlugins: [alerts(lang), codeTitles, lineEnds],
    hastPlugins: [footnotes, tables, pictureSizes, taskLists(lang)],
    features: { ...features, gfm: { footnotes: { label, backLabel } } },
  })
}
