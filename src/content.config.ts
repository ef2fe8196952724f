import { defineCollection } from 'astro/content/config'
import { file, glob, type Loader } from 'astro/loaders'
import {
  authorSchema,
  buildSchema,
  changeSchema,
  legalSchema,
  planSchema,
  postSchema,
  tagSchema,
} from './lib/content/schemas.ts'
import { languages } from './lib/languages.ts'

/**
 * Returns a loader for `src/content/<folder>`; ids are language and file name, such as
 * `ja/first-post`.
 */
function markdown(folder: string): Loader {
  return glob({
    base: `src/content/${folder}`,
    pattern: `{${languages.join(',')}}/*.md`,
    // While developing, an edit is shown ten times as soon when only the open page is rendered.
    deferRender: import.meta.env.DEV,
    generateId: ({ entry }) => entry.replace(/\.md$/, ''),
  })
}

/** Everything that is written as content rather than as code. */
export const collections = {
  blog: defineCollection({
    loader: markdown('blog'),
    schema: ({ image }) => postSchema.extend({ cover: image().optional() }),
  }),
  changelog: defineCollection({ loader: markdown('changelog'), schema: changeSchema }),
  legal: defineCollection({ loader: markdown('legal'), schema: legalSchema }),
  authors: defineCollection({ loader: file('src/content/authors.json'), schema: authorSchema }),
  tags: defineCollection({ loader: file('src/content/tags.json'), schema: tagSchema }),
  builds: defineCollection({ loader: file('src/content/builds.json'), schema: buildSchema }),
  plans: defineCollection({ loader: file('src/content/plans.json'), schema: planSchema }),
}
