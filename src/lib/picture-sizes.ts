import type { satteri } from '@astrojs/markdown-satteri'

type Options = NonNullable<Parameters<typeof satteri>[0]>
type Plugin = Extract<NonNullable<Options['hastPlugins']>[number], { name: string }>

/** As wide as the column of a text is, in CSS pixels. */
const COLUMN_PX = 672

/** How wide a picture in a text is shown, for browsers that choose among its files. */
export const PICTURE_SIZES = `(min-width: 48rem) ${COLUMN_PX / 16}rem, 100vw`

/** The widest file that any screen needs. */
export const WIDEST_PX = 2 * COLUMN_PX

/** Says of pictures in Markdown how wide they are shown; Astro would say as wide as their file. */
export const pictureSizes: Plugin = {
  name: 'picture-sizes',
  element: {
    filter: ['img'],
    visit: (picture, context) => context.setProperty(picture, 'sizes', PICTURE_SIZES),
  },
}
