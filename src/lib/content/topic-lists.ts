import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '../languages.ts'
import { POSTS_PER_PAGE } from '../page-numbers.ts'
import { headOf, waitsFor } from './waiting.ts'

/** How many pages the list of a topic has on a day; without one, with drafts and all that waits. */
export type TopicPages = (topic: string, day?: string) => number

interface Post {
  tags: ReadonlySet<unknown>
  /** The head of the English text, for which those of other languages wait. */
  head: { draft?: unknown }
}

/** Counts the posts below `root`, the folder that holds `src`, by topic; reads them when first asked. */
export function topicLists(root: string): TopicPages {
  let posts: Post[] | undefined
  return (topic, day) => {
    posts ??= postsIn(root)
    const count = posts.filter(({ tags, head }) => {
      const isOpen = day === undefined || (head.draft !== true && waitsFor(head, day) === undefined)
      return isOpen && tags.has(topic)
    }).length
    return Math.ceil(count / POSTS_PER_PAGE)
  }
}

function postsIn(root: string): Post[] {
  const folder = join(root, 'src/content/blog')
  const names = existsSync(join(folder, 'en')) ? readdirSync(join(folder, 'en')) : []
  return names
    .filter((name) => name.endsWith('.md') && !name.startsWith('.'))
    .map((name) => {
      const heads = languages
        .map((lang) => join(folder, lang, name))
        .filter((path) => existsSync(path))
        .map((path): { draft?: unknown; tags?: unknown } => Object(headOf(path)))
      const tags = heads.flatMap((head): unknown[] => (Array.isArray(head.tags) ? head.tags : []))
      return { tags: new Set(tags), head: heads[0] ?? {} }
    })
}
