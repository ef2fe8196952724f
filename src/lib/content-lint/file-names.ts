import { existsSync, readdirSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { isName, nameAdvice, nameFrom } from '../content/post-name.ts'
import { languages } from '../languages.ts'
import { messages } from './messages.ts'
import type { ContentProblem } from './rule.ts'
import type { Folder } from './source-text.ts'

const { fileNames: say } = messages

/** Names that writers do not make. */
const HIDDEN = /^(?:\.|Thumbs\.db$|desktop\.ini$)/

/** Finds files that the site would pass over, or show at an address nobody can type. */
export function lintFileNames(root: string, folder: Folder): ContentProblem[] {
  const base = join(root, 'src/content', folder)
  const problem = (path: string, message: string): ContentProblem => ({
    file: relative(root, path).replaceAll('\\', '/'),
    line: 1,
    column: 1,
    field: 'file name',
    message,
  })
  const known = new Set<string>([...languages, 'pictures'])
  const strays = entriesOf(base)
    .filter((entry) => !(entry.isDirectory() && known.has(entry.name)))
    .map(({ name }) => problem(join(base, name), say.noLanguage(folder)))
  const others = languages.flatMap((lang) =>
    entriesOf(join(base, lang)).flatMap((entry) => {
      const isLost = lang !== 'en' && !existsSync(join(base, 'en', entry.name))
      const message = entry.isDirectory()
        ? say.folder(folder, lang)
        : (nameProblem(entry.name, folder) ??
          (isLost ? say.noEnglish(folder, entry.name) : undefined))
      return message === undefined ? [] : [problem(join(base, lang, entry.name), message)]
    }),
  )
  return [...strays, ...others]
}

function entriesOf(folder: string): { name: string; isDirectory(): boolean }[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !HIDDEN.test(name))
}

function nameProblem(name: string, folder: Folder): string | undefined {
  if (/\.(?:png|jpe?g|webp|gif|svg|avif|heic)$/i.test(name)) return say.picture(folder)
  if (extname(name) !== '.md') return say.ending(tidy(name.replace(/\.[^.]*$/, '.md'), folder))
  const parts = partsOf(name.slice(0, -'.md'.length), folder)
  return parts.every(isName) ? undefined : nameAdvice(tidy(name, folder))
}

function tidy(name: string, folder: Folder): string {
  const parts = partsOf(name.replace(/\.md$/i, ''), folder).map(nameFrom)
  const plain = parts.filter((part) => part !== '').join('.')
  return `${plain === '' ? 'faster-search' : plain}.md`
}

// Releases are named after their versions.
function partsOf(name: string, folder: Folder): string[] {
  return folder === 'changelog' ? name.split('.') : [name]
}
