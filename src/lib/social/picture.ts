import { hash } from 'node:crypto'
import type { Lang } from '../languages.ts'

/** What is written on a social picture: the card that other sites show beside a link to a page. */
export interface SocialPicture {
  lang: Lang
  /** Name of the product, beside its sign. */
  name: string
  /** Part of the site, in the upper right corner, such as `Blog`. */
  label?: string
  title: string
  /** Up to three lines below the title. */
  text?: string
  /** Last line, such as day and author. */
  note?: string
}

/** Width that other sites ask for (ogp.me, 1.91 : 1). */
export const SOCIAL_WIDTH_PX = 1200

/** Height that goes with the width. */
export const SOCIAL_HEIGHT_PX = 630

/** Changes when pictures of the same words shall look different. */
const DESIGN = 4

/** Name of the file, which changes with all that is on the picture, so that it can be kept for ever. */
export function socialFileName(picture: SocialPicture): string {
  const { lang, name, label = '', title, text = '', note = '' } = picture
  const words = JSON.stringify([DESIGN, lang, name, label, title, text, note])
  return `social-${hash('sha256', words).slice(0, 16)}.png`
}
