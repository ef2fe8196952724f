import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import type { Lang } from '../languages.ts'

/** Text of a social picture, which other sites show beside a link. */
export interface SocialPicture {
  lang: Lang
  /** Name of the product, beside its logo. */
  name: string
  /** Section of the site, in the upper right corner, such as `Blog`. */
  label?: string
  title: string
  /** Up to three lines below the title. */
  text?: string
  /** Last line, such as day and author. */
  note?: string
}

/** Width of social pictures in pixels (ogp.me, 1.91 : 1). */
export const SOCIAL_WIDTH_PX = 1200

/** Height of social pictures in pixels. */
export const SOCIAL_HEIGHT_PX = 630

/** Packages that affect a picture. */
const PACKAGES = /^(?:@takumi-rs|@fontsource-variable)\//

let drawing: string | undefined

/** Returns a file name hashed from the text, the drawing code and its packages. */
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
