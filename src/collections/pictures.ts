import { getImage } from 'astro:assets'
import { formatDay } from '../lib/dates.ts'
import { withName } from '../lib/head.ts'
import type { Lang } from '../lib/languages.ts'
import { SOCIAL_HEIGHT_PX, SOCIAL_WIDTH_PX } from '../lib/social/picture.ts'
import { socialPictureAt } from '../lib/social/kept.ts'
import { allMessages } from '../messages/all-messages.ts'
import { site } from '../site.ts'
import type { Change } from './changes.ts'
import type { Post } from './posts.ts'

const COVER_QUALITY = 80

/** A picture of 1200 × 630 pixels for link previews. */
export interface LinkPicture {
  src: string
  alt: string
}

/** Returns a post's cover cropped to size, or a picture of its title. */
export async function postPicture(post: Post): Promise<LinkPicture> {
  const { cover, coverAlt = '' } = post.entry.data
  if (cover !== undefined) {
    const { src } = await getImage({
      src: cover,
      width: SOCIAL_WIDTH_PX,
      height: SOCIAL_HEIGHT_PX,
      fit: 'cover',
      format: 'jpg',
      quality: COVER_QUALITY,
      layout: 'none',
    })
    return { src, alt: coverAlt }
  }
  return await drawn(post.textLang, 'blog', {
    title: post.title,
    note: `${formatDay(post.date, post.textLang)} · ${post.author}`,
  })
}

/** Returns a picture of a release's title. */
export async function changePicture(change: Change): Promise<LinkPicture> {
  const { title, version, date } = change.entry.data
  return await drawn(change.textLang, 'changelog', {
    title,
    note: `${version} · ${formatDay(date, change.textLang)}`,
  })
}

async function drawn(
  lang: Lang,
  room: 'blog' | 'changelog',
  words: { title: string; note: string },
): Promise<LinkPicture> {
  const label = allMessages[lang][room].title
  const src = await socialPictureAt({ lang, name: site.name, label, ...words })
  return { src, alt: withName(site.name, words.title) }
}
