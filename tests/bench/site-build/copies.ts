import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../../scripts/lib/prepare.mjs'
import { plainBlog } from './plain-blog.ts'
import { writePosts } from './posts.ts'

/** Files that the site is built from. */
const PARTS = [
  'src',
  'public',
  'protocol',
  'widget',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
]
const CONFIGURATION = 'astro.config.mjs'

/** A site in a folder of its own. */
export interface Copy {
  folder: string
  /** A post that is edited. */
  post: string
}

/** Our own site, its posts replaced by `count` generated ones in each language. */
export function copyOfSite(folder: string, count: number): Copy {
  for (const name of [...PARTS, CONFIGURATION]) {
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  }
  linkPackages(folder)
  const posts = path.join(folder, 'src/content/blog')
  // The posts that pages name stay; the generated ones come beside them.
  return { folder, post: writePosts(posts, count) }
}

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

/** Takes away what a build has left behind, caches included. */
export function forget({ folder }: Copy): void {
  for (const name of ['dist', '.cache', '.astro', 'node_modules/.astro', 'node_modules/.vite']) {
    rmSync(path.join(folder, name), { recursive: true, force: true })
  }
}

// One by one, so that the caches beside them are the copy's own.
function linkPackages(folder: string): void {
  const packages = path.join(root, 'node_modules')
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true })
  for (const name of readdirSync(packages)) {
    if (name === '.astro' || name === '.vite') continue
    symlinkSync(path.join(packages, name), path.join(folder, 'node_modules', name))
  }
}
