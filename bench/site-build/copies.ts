import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { linkPackages, type Copy } from '../../tests/support/copy-site.ts'
import { plainBlog } from './plain-blog.ts'

/** Leaves social pictures out of a site. */
export function withoutSocialPictures({ folder }: Copy): void {
  const none = `const none = async () => ({ src: '/favicon.svg', alt: '' })
export { none as postPicture, none as changePicture }`
  writeFileSync(path.join(folder, 'src/collections/pictures.ts'), none)
  const undrawn = `export const [socialCache, SOCIAL_FOLDER] = ['', '']
export const socialPictureAt = async () => '/favicon.svg'`
  writeFileSync(path.join(folder, 'src/lib/social/kept.ts'), undrawn)
}

/** A plain blog of the same posts. */
export function copyOfPlainBlog(folder: string, site: Copy): Copy {
  for (const [name, text] of Object.entries(plainBlog)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  const posts = 'src/content/blog'
  cpSync(path.join(site.folder, posts), path.join(folder, posts), { recursive: true })
  linkPackages(folder)
  return { folder, post: path.join(folder, path.relative(site.folder, site.post)) }
}
