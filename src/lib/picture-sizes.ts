import type { satteri } from '@astrojs/markdown-satteri'

type Options = NonNullable<Parameters<typeof satteri>[0]>
type Plugin = Extract<NonNullable<Options['hastPlugins']>[number], { name: string }>

/** Width of a text column in CSS pixels. */
const COLUMN_PX = 672

/** `sizes` of pictures in texts. */
export const PICTURE_SIZES = `(min-width: 48rem) ${COLUMN_PX / 16}rem, 100vw`

/** Width in pixels of the largest file that any screen needs. */
export const WIDEST_PX = 2 * COLUMN_PX

/** Adds `sizes` to pictures in Markdown, since Astro assumes their full width. */
export const pictureSizes: Plugin = {
  name: 'picture-sizes',
  element: {
    filter: ['img'],
    visit: (picture, context) => context.setProperty(picture, 'sizes', PICTURE_SIZES),
  },
}
