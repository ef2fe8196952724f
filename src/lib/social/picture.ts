import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
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

/** Packages that a picture depends on. */
const PACKAGES = /^(?:@takumi-rs|@fontsource-variable)\//

let drawing: string | undefined

/** Name of the file, which changes with the words, the drawing code and the packages it uses. */
export function socialFileName(picture: SocialPicture): string {
  drawing ??= digestOfDrawing()
  const { lang, name, label, title, text, note } = picture
  const words = JSON.stringify([drawing, lang, name, label, title, text, note])
  return `social-${hash('sha256', words).slice(0, 16)}.png`
}

function digestOfDrawing(): string {
  const root = process.cwd()
  const folder = join(root, 'src/lib/social')
  const code = readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  const versions = Object.entries(devDependencies).filter(([name]) => PACKAGES.test(name))
  return hash('sha256', JSON.stringify([code, versions]))
}
