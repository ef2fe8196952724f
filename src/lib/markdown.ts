import { satteri } from '@astrojs/markdown-satteri'
import type { AstroUserConfig } from 'astro'
import { withEmphasis } from './emphasis.ts'
import { pictureSizes } from './picture-sizes.ts'
import { tables } from './tables.ts'

type Processor = NonNullable<NonNullable<AstroUserConfig['markdown']>['processor']>

/** Astro's own Markdown, with strong words beside Japanese signs tables that scroll, and sizes of pictures. */
export function markdown(): Processor {
  const processor = satteri({ hastPlugins: [tables, pictureSizes] })
  return {
    ...processor,
    async createRenderer(shared) {
      const renderer = await processor.createRenderer(shared)
      return {
        render: async (content, options) => await renderer.render(withEmphasis(content), options),
      }
    },
  }
}
