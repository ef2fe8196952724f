import rss from '@astrojs/rss'
import type { APIContext } from 'astro'
import type { CollectionEntry } from 'astro:content'
import { addressIn, type Lang, langOf } from '../lib/languages.ts'
import { allMessages } from '../messages/all-messages.ts'
import { site } from '../site.ts'
import { feedText } from './feed-text.ts'
import { anchorOf, changes, pathOf } from './changes.ts'
import { changePicture, postPicture } from './pictures.ts'
import { posts } from './posts.ts'
import { tagNames } from './tags.ts'

/** Readers fetch a feed often, so older items are known. */
const MOST_ITEMS = 50

type Room = 'blog' | 'changelog'

interface Item {
  path: string
  /** Permanent address, by which readers recognize an item; `path` may change. */
  id: string
  title: string
  summary: string
  entry: CollectionEntry<'blog' | 'changelog'>
  /** Day as `2026-11-21`. */
  date: string
  tags: readonly string[]
  author?: string
  /** Address of a picture on this site. */
  picture: string
}

/** Returns the RSS 2.0 feed of a section in one language. */
export async function rssFeed(
  room: Room,
  { site: origin, url, routePattern }: APIContext,
): Promise<Response> {
  const lang = langOf({ routePattern })
  const base = origin ?? url
  const t = allMessages[lang][room]
  const own = addressIn(lang, `/${room}/rss.xml`, base)
  return rss({
    title: `${site.name} ${t.title}`,
    description: t.description,
    site: addressIn(lang, `/${room}`, base),
    trailingSlash: false,
    xmlns: { atom: 'http://www.w3.org/2005/Atom' },
    customData: `<language>${lang}</language><atom:link href="${own}" rel="self" type="application/rss+xml"/>`,
    items: await Promise.all(
      (await itemsOf(room, lang)).map(async (item) => ({
        title: item.title,
        description: item.summary,
        content: await feedText(item.entry, addressIn(lang, item.path, base)),
        link: addressIn(lang, item.path, base),
        pubDate: new Date(`${item.date}T00:00:00Z`),
        categories: [...item.tags],
        customData: `<guid isPermaLink="false">${addressIn(lang, item.id, base)}</guid>`,
      })),
    ),
  })
}

/** Returns the JSON Feed 1.1 of a section (jsonfeed.org). */
export async function jsonFeed(
  room: Room,
  { site: origin, url, routePattern }: APIContext,
): Promise<Response> {
  const lang = langOf({ routePattern })
  const base = origin ?? url
  const t = allMessages[lang][room]
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: `${site.name} ${t.title}`,
    description: t.description,
    language: lang,
    home_page_url: addressIn(lang, `/${room}`, base),
    feed_url: addressIn(lang, `/${room}/feed.json`, base),
    items: await Promise.all(
      (await itemsOf(room, lang)).map(async (item) => ({
        id: addressIn(lang, item.id, base),
        url: addressIn(lang, item.path, base),
        title: item.title,
        summary: item.summary,
        content_html: await feedText(item.entry, addressIn(lang, item.path, base)),
        date_published: `${item.date}T00:00:00Z`,
        ...(item.author === undefined ? {} : { authors: [{ name: item.author }] }),
        tags: item.tags,
        image: new URL(item.picture, base).href,
      })),
    ),
  }
  return new Response(JSON.stringify(feed), {
    headers: { 'content-type': 'application/feed+json; charset=utf-8' },
  })
}

// Untranslated texts are only in the feed of their language.
async function itemsOf(room: Room, lang: Lang): Promise<Item[]> {
  return room === 'blog' ? postItems(lang) : changeItems(lang)
}

async function postItems(lang: Lang): Promise<Item[]> {
  const names = await tagNames(lang)
  const own = (await posts(lang)).filter((post) => post.translated).slice(0, MOST_ITEMS)
  return Promise.all(
    own.map(async (post) => ({
      path: `/blog/${post.slug}`,
      id: `/blog/${post.slug}`,
      title: post.title,
      summary: post.description,
      entry: post.entry,
      date: post.date,
      tags: post.tags.map((tag) => names.get(tag) ?? tag),
      author: post.author,
      picture: (await postPicture(post)).src,
    })),
  )
}

async function changeItems(lang: Lang): Promise<Item[]> {
  const own = (await changes(lang)).filter((change) => change.translated).slice(0, MOST_ITEMS)
  return Promise.all(
    own.map(async (change) => ({
      path: pathOf(change),
      id: `/changelog#${anchorOf(change)}`,
      title: `${change.slug} · ${change.entry.data.title}`,
      summary: change.entry.data.summary,
      entry: change.entry,
      date: change.entry.data.date,
      tags: [],
      picture: (await changePicture(change)).src,
    })),
  )
}
