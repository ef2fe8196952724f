import rss from '@astrojs/rss'
import type { APIContext } from 'astro'
import { addressIn, type Lang } from '../lib/languages.ts'
import { messagesIn } from '../messages/messages.ts'
import { site } from '../site.ts'
import { type Post, posts } from './posts.ts'

/** Readers fetch a feed every hour; what is older they have. */
const MOST_ITEMS = 50

/** The RSS feed of the blog in one language. */
export async function blogFeed(lang: Lang, { site: origin, url }: APIContext): Promise<Response> {
  const base = origin ?? url
  const t = messagesIn(lang).blog
  const translated = await newest(lang)
  return rss({
    title: `${site.name} ${t.title}`,
    description: t.description,
    site: addressIn(lang, '/blog', base),
    trailingSlash: false,
    customData: `<language>${lang}</language>`,
    items: translated.map((post) => ({
      title: post.title,
      description: post.description,
      link: addressIn(lang, `/blog/${post.slug}`, base),
      pubDate: new Date(`${post.date}T00:00:00Z`),
      categories: [...post.tags],
    })),
  })
}

/** The same as JSON Feed 1.1 (jsonfeed.org). */
export async function blogJsonFeed(
  lang: Lang,
  { site: origin, url }: APIContext,
): Promise<Response> {
  const base = origin ?? url
  const t = messagesIn(lang).blog
  const translated = await newest(lang)
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: `${site.name} ${t.title}`,
    description: t.description,
    language: lang,
    home_page_url: addressIn(lang, '/blog', base),
    feed_url: addressIn(lang, '/blog/feed.json', base),
    items: translated.map((post) => ({
      id: addressIn(lang, `/blog/${post.slug}`, base),
      url: addressIn(lang, `/blog/${post.slug}`, base),
      title: post.title,
      summary: post.description,
      content_text: post.description,
      date_published: `${post.date}T00:00:00Z`,
      authors: [{ name: post.author }],
      tags: post.tags,
    })),
  }
  return new Response(JSON.stringify(feed), {
    headers: { 'content-type': 'application/feed+json; charset=utf-8' },
  })
}

// A text of another language is left to the feed of that language.
async function newest(lang: Lang): Promise<Post[]> {
  return (await posts(lang)).filter((post) => post.translated).slice(0, MOST_ITEMS)
}
