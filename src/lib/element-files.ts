import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import type { Lang } from './languages.ts'

const ENTRY = '/passport-login.js'

/** Returns the scripts that the element will load, so that a page can preload them. */
export function elementScripts(root: string, lang: Lang, view = 'login'): string[] {
  const folder = process.env.PASSPORT_ELEMENT ?? join(root, 'dist/element')
  const manifest = join(folder, 'manifest.json')
  // While developing, the element may not be built yet; its loader finds the rest.
  if (!existsSync(manifest)) return [ENTRY]
  const { preload, messages, entry } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    preload: string[]
    messages: Record<Lang, string>
    entry: string[]
  }
  const files = [...preload, messages[lang], ...(view === 'login' ? [] : entry)]
  return [...new Set([ENTRY, ...files.map((file) => `/${file}`)])]
}
