import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { languages } from '../languages.ts'
import type { TextRules } from './check-text.ts'
import { didYouMean } from './near.ts'

/** Which addresses there are, as far as files tell; a folder without pages is not judged. */
export function sitePages(
  root: string,
  tags: ReadonlySet<string>,
): Pick<TextRules, 'hasPage' | 'correction'> {
  const pages = join(root, 'src/pages')
  const names = existsSync(pages)
    ? readdirSync(pages, { recursive: true, encoding: 'utf8' })
        .map((name) => name.replaceAll('\\', '/'))
        .filter((name) => name.endsWith('.astro') && !name.includes('['))
    : []
  const fixed = new Set(names.map((name) => `/${name.replace(/(?:^|\/)?(?:index)?\.astro$/, '')}`))
  const slugs = new Set(
    languages.flatMap((lang) => {
      const folder = join(root, 'src/content/blog', lang)
      const files = existsSync(folder) ? readdirSync(folder) : []
      return files.filter((name) => name.endsWith('.md')).map((name) => basename(name, '.md'))
    }),
  )
  const all = (): string[] => [
    ...fixed,
    ...[...slugs].map((slug) => `/blog/${slug}`),
    ...[...tags].map((tag) => `/blog/tags/${tag}`),
  ]
  return {
    hasPage: (path) => {
      const [, folder, name = '', rest] = path.split('/')
      if (names.length === 0 || fixed.has(path)) return true
      if (folder === 'changelog') return /^(?:\d+|rss\.xml|feed\.json)?$/.test(name)
      if (folder !== 'blog') return /\.\w+$/.test(path) && existsSync(join(root, 'public', path))
      if (name === 'tags') return tags.has(rest ?? '')
      return name === '' || slugs.has(name) || /^(?:\d+|rss\.xml|feed\.json)$/.test(name)
    },
    correction: (path) => didYouMean(path, all(), 'correct the address'),
  }
}
