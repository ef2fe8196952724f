// Makes what follows from the languages in `protocol/languages.ts`: the tables of messages and the
// site's routes; with --check says whether they are up to date.
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { languages, mainLanguage, siteLanguages } from '../protocol/languages.ts'
import { root } from './lib/prepare.mjs'

/** First line of a table of messages. */
const MARK =
  '// Lines of English are repeated for each language by node scripts/make-languages.ts.\n'
const TABLES = ['{protocol,server,widget}/**/messages/*.ts', 'src/messages/*.ts']
const MAIN = new RegExp(String.raw`\b${mainLanguage}\b`)
const PAGES = 'src/pages'
/** Pages for the whole site, whatever the language. */
const SHARED = new Set(['robots.txt.ts', 'downloads/checksums.txt.ts'])

/** Returns what the files should contain, by path; undefined for a route that should not exist. */
export function languageFiles(base: string): Map<string, string | undefined> {
  const read = (file: string): string => readFileSync(path.join(base, file), 'utf8')
  const tables = globSync(TABLES, { cwd: base }).flatMap((file): [string, string][] => {
    const text = read(file)
    const spoken = file.startsWith('src/') ? siteLanguages : languages
    return text.startsWith(MARK) ? [[file, tableIn(spoken, text)]] : []
  })
  const others = siteLanguages.filter((language) => language !== mainLanguage)
  const pages = globSync('**/*.{astro,ts}', { cwd: path.join(base, PAGES) })
  const isRoute = (page: string): boolean => others.some((other) => page.startsWith(`${other}/`))
  const own = pages.filter((page) => !isRoute(page) && !SHARED.has(page))
  const strays = pages
    .filter(isRoute)
    .map((page): [string, undefined] => [`${PAGES}/${page}`, undefined])
  const routes = own.flatMap((page) =>
    others.map((language): [string, string] => [
      `${PAGES}/${language}/${page}`,
      routeIn(language, read(`${PAGES}/${page}`)),
    ]),
  )
  return new Map<string, string | undefined>([...tables, ...strays, ...routes])
}

/** Repeats each line about the main language, such as its import, for every language of a table. */
function tableIn(spoken: readonly string[], text: string): string {
  const lines = text.split('\n')
  const isMain = (line: string): boolean => MAIN.test(line)
  const shapeOf = (line: string): string => line.replaceAll(/\b[a-z]{2}\b/g, '--')
  const repeated = new Set(lines.filter(isMain).map(shapeOf))
  return lines
    .filter((line) => isMain(line) || !repeated.has(shapeOf(line)))
    .flatMap((line) =>
      isMain(line)
        ? spoken.map((language) => line.replaceAll(new RegExp(MAIN, 'g'), language))
        : [line],
    )
    .join('\n')
}

function routeIn(language: string, text: string): string {
  return text
    .replaceAll(/(["'])en\1/g, `$1${language}$1`)
    .replaceAll(/(["'])((?:\.\.\/)+)/g, '$1../$2')
}

if (import.meta.main) {
  for (const [file, text] of languageFiles(root)) {
    const target = path.join(root, file)
    const found = existsSync(target) ? readFileSync(target, 'utf8') : undefined
    if (found === text) continue
    if (process.argv.includes('--check')) {
      console.error(`${file} is out of date: run node scripts/make-languages.ts.`)
      process.exitCode = 1
    } else if (text === undefined) {
      rmSync(target)
    } else {
      mkdirSync(path.dirname(target), { recursive: true })
      writeFileSync(target, text)
    }
  }
}
