import { existsSync, readdirSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { languages } from '../languages.ts'
import { isName, nameAdvice, nameFrom } from './post-name.ts'
import type { ContentProblem } from './problems.ts'

/** Names that writers do not make. */
const HIDDEN = /^(?:\.|Thumbs\.db$|desktop\.ini$)/

/** Finds files that the site would pass over, or show at an address nobody can type. */
export function checkNames(root: string, folder: string): ContentProblem[] {
  const problems: ContentProblem[] = []
  const base = join(root, 'src/content', folder)
  if (!existsSync(base)) return []
  const report = (path: string, message: string): void => {
    const file = relative(root, path).replaceAll('\\', '/')
    problems.push({ file, line: 1, field: 'file name', message })
  }
  for (const entry of readdirSync(base, { withFileTypes: true })) {
    const known = [...languages, 'pictures']
    if (HIDDEN.test(entry.name) || (entry.isDirectory() && known.includes(entry.name))) continue
    report(
      join(base, entry.name),
      `is in neither language: move it into ${folder}/en or ${folder}/ja`,
    )
  }
  for (const lang of languages) {
    const own = join(base, lang)
    if (!existsSync(own)) continue
    for (const entry of readdirSync(own, { withFileTypes: true })) {
      const { name } = entry
      const path = join(own, name)
      if (HIDDEN.test(name)) continue
      if (entry.isDirectory()) {
        report(path, `is a folder, which is not looked into: move its files to ${folder}/${lang}`)
      } else if (extname(name) !== '.md') {
        report(path, adviceOn(name, folder))
      } else if (!partsOf(name.slice(0, -'.md'.length), folder).every(isName)) {
        report(path, nameAdvice(tidy(name, folder)))
      } else if (lang === 'ja' && !existsSync(join(base, 'en', name))) {
        report(
          path,
          `has no English text of the same name: add ${folder}/en/${name}, or give both files one name`,
        )
      }
    }
  }
  return problems
}

function adviceOn(name: string, folder: string): string {
  if (/\.(?:png|jpe?g|webp|gif|svg|avif|heic)$/i.test(name)) {
    return `is a picture: move it into src/content/${folder}/pictures`
  }
  const wanted = tidy(name.replace(/\.[^.]*$/, '.md'), folder)
  return `is not a text that the site shows: let its name end with .md, for example ${wanted}`
}

function tidy(name: string, folder: string): string {
  const parts = partsOf(name.replace(/\.md$/i, ''), folder).map(nameFrom)
  const plain = parts.filter((part) => part !== '').join('.')
  return `${plain === '' ? 'faster-search' : plain}.md`
}

// Releases are named after their versions.
function partsOf(name: string, folder: string): string[] {
  return folder === 'changelog' ? name.split('.') : [name]
}
