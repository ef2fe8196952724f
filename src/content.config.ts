import { defineCollection } from 'astro/content/config'
import { file, glob, type Loader } from 'astro/loaders'
import { z } from 'astro/zod'
import { checkCover } from './lib/content/check-picture.ts'
import { forgiving } from './lib/content/forgiving.ts'
import { keepingTexts } from './lib/content/kept-texts.ts'
import {
  authorSchema,
  buildSchema,
  changeSchema,
  legalSchema,
  planSchema,
  postSchema,
  tagSchema,
} from './lib/content/schemas.ts'
import { textFiles } from './lib/content/text-files.ts'
import { unread } from './lib/content/unread.ts'

// A build is stopped by the check of all texts; while developing, one that has to be mended says so
// in its place, and the others are shown.
const isDev = import.meta.env.DEV

/** Markdown below `src/content/<folder>`; an id is language and file name, such as `ja/first-post`. */
function markdown(folder: string, schema: z.ZodType<Record<string, unknown>>): Loader {
  const base = `src/content/${folder}`
  if (!isDev) return keepingTexts(textFiles(base, schema))
  const files = glob({
    base,
    pattern: '{en,ja}/*.md',
    generateId: ({ entry }) => entry.replace(/\.md$/, ''),
    retainBody: false,
    // Rendering when a page is asked for makes an edit visible at once.
    deferRender: true,
  })
  return forgiving(files)
}

// All covers are imported at once, so that one which is not there would stop every page.
function usable(cover: unknown): unknown {
  const isFine = typeof cover !== 'string' || !checkCover('src/content/blog/en/any.md', cover)
  return isFine ? cover : undefined
}

/** Everything that is written as content rather than as code. */
export const collections = {
  blog: defineCollection({
    loader: markdown('blog', postSchema),
    // The address of a picture becomes the picture, so that it is made in all sizes.
    schema: ({ image }) => {
      if (!isDev) return postSchema.extend({ cover: image().optional() })
      const cover = z.preprocess(usable, image().optional())
      return postSchema.extend({ cover }).catch({ ...unread, author: '?', tags: [], draft: true })
    },
  }),
  changelog: defineCollection({
    loader: markdown('changelog', changeSchema),
    schema: isDev
      ? changeSchema.catch({ ...unread, version: '', summary: unread.description })
      : changeSchema,
  }),
  legal: defineCollection({
    loader: markdown('legal', legalSchema),
    schema: isDev ? legalSchema.catch({ ...unread, effective: unread.date }) : legalSchema,
  }),
  authors: defineCollection({ loader: file('src/content/authors.json'), schema: authorSchema }),
  tags: defineCollection({ loader: file('src/content/tags.json'), schema: tagSchema }),
  builds: defineCollection({ loader: file('src/content/builds.json'), schema: buildSchema }),
  plans: defineCollection({ loader: file('src/content/plans.json'), schema: planSchema }),
}
