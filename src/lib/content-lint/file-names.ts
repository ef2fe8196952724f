import { existsSync, readdirSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { isName, nameAdvice, nameFrom } from '../content/post-name.ts'
import { languages, mainLanguage } from '../languages.ts'
import { messages } from './messages.ts'
import type { FileFinding } from './finding.ts'
import type { Folder } from './source-text.ts'

/** Files that writers do not create. */
const HIDDEN = /^(?:\.|Thumbs\.db$|desktop\.ini$)/

/** Finds files that the site would ignore, or show at an unusable address. */
export function lintFileNames(root: string, folder: Folder): FileFinding[] {
  const base = join(root, 'src/content', folder)
  const finding = (path: string, message: string): FileFinding => ({
    file: relative(root, path).replaceAll('\\', '/'),
    line: 1,
    column: 1,
    field: 'file name',
    message,
  })
  const known = new Set<string>([...languages, 'pictures'])
  const strays = entriesOf(base)
    .filter((entry) => !(entry.isDirectory() && known.has(entry.name)))
    .map(({ name }) => finding(join(base, name), messages.fileNames.noLanguage(folder)))
  const others = languages.flatMap((lang) =>
    entriesOf(join(base, lang)).flatMap((entry) => {
      // Legal texts have fixed addresses, in every language.
      const isLost =
        folder === 'legal' &&
        lang !== mainLanguage &&
        !existsSync(join(base, mainLanguage, entry.name))
      const message = entry.isDirectory()
        ? messages.fileNames.folder(folder, lang)
        : (nameMessage(entry.name, folder) ??
          (isLost ? messages.fileNames.noEnglish(folder, entry.name) : undefined))
      return message === undefined ? [] : [finding(join(base, lang, entry.name), message)]
    }),
  )
  return [...strays, ...others]
}

function entriesOf(folder: string): { name: string; isDirectory(): boolean }[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !HIDDEN.test(name))
}

function nameMessage(name: string, folder: Folder): string | undefined {
  if (/\.(?:png|jpe?g|webp|gif|svg|avif|heic)$/i.test(name))
    return messages.fileNames.picture(folder)
  if (extname(name) !== '.md')
    return messages.fileNames.ending(toValidName(name.replace(/\.[^.]*$/, '.md'), folder))
  const parts = partsOf(name.slice(0, -'.md'.length), folder)
  return parts.every(isName) ? undefined : nameAdvice(toValidName(name, folder))
}

function toValidName(name: string, folder: Folder): string {
  const parts = partsOf(name.replace(/\.md$/i, ''), folder).map(nameFrom)
  const plain = parts.filter((part) => part !== '').join('.')
  return `${plain === '' ? 'faster-search' : plain}.md`
}

// Releases are named after versions, so the dots are part of the name.
function partsOf(name: string, folder: Folder): string[] {
  return folder === 'changelog' ? name.split('.') : [name]
}
