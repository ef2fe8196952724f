import { addressIn, type Lang } from '../lib/languages.ts'
import { allMessages } from '../messages/all-messages.ts'
import { legalPages, navigation, site } from '../site.ts'
import { posts } from './posts.ts'

/** Older posts are reached through the list. */
const MOST_POSTS = 50

interface Link {
  path: string
  title: string
  text?: string
}

/** Returns an overview of the site as Markdown, in the format of llmstxt.org. */
export async function overview(lang: Lang, origin: URL): Promise<string> {
  const { frame, home, blog, embed } = allMessages[lang]
  const list = (links: readonly Link[]): string =>
    links
      .map(({ path, title, text }) => {
        const link = `- [${title}](${addressIn(lang, path, origin)})`
        return text === undefined ? link : `${link}: ${text}`
      })
      .join('\n')
  const pages: Link[] = [
    ...navigation.map(({ path, word }) => ({ path, title: frame[word] })),
    { path: '/solo', title: frame.earlyAccess },
    { path: '/embed', title: frame.embed, text: embed.description },
  ]
  const written = (await posts(lang)).slice(0, MOST_POSTS).map(({ slug, entry: { data } }) => ({
    path: `/blog/${slug}`,
    title: data.title,
    text: data.description,
  }))
  const legal = legalPages.map((page) => ({ path: `/${page}`, title: frame.legalPages[page] }))
  return `# ${site.name}

> ${home.description}

${list(pages)}

## ${blog.title}

${list(written)}

## ${frame.legal}

${list(legal)}
`
}
