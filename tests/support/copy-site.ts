import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../scripts/lib/prepare.mjs'
import { writePosts } from './write-posts.ts'

/** Files that the site is built from. */
const PARTS = [
  'src',
  'public',
  'protocol',
  'widget',
  'scripts',
  'docs/openapi.json',
  'docs/admin-openapi.json',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'astro.config.mjs',
]

/** A site in a folder of its own. */
export interface Copy {
  folder: string
  /** A post that is edited. */
  post: string
}

/** Our own site, its posts replaced by `count` generated ones in each language. */
export function copyOfSite(folder: string, count: number): Copy {
  for (const name of PARTS) {
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  }
  linkPackages(folder)
  const posts = path.join(folder, 'src/content/blog')
  // The posts that pages name stay; the generated ones come beside them.
  return { folder, post: writePosts(posts, count) }
}

/** Takes away what a build has left behind, caches included. */
export function forget({ folder }: Copy): void {
  for (const name of ['dist', '.cache', '.astro', 'node_modules/.astro', 'node_modules/.vite']) {
    rmSync(path.join(folder, name), { recursive: true, force: true })
  }
}

/** Links packages one by one, so that the caches beside them are the copy's own. */
export function linkPackages(folder: string): void {
  const packages = path.join(root, 'node_modules')
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true })
  for (const name of readdirSync(packages)) {
    if (name === '.astro' || name === '.vite') continue
    symlinkSync(path.join(packages, name), path.join(folder, 'node_modules', name))
  }
}
