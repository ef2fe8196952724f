// Makes the tables of messages from the languages in `protocol/languages.ts`; with --check says
// whether they are up to date.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { languages, mainLanguage, siteLanguages } from '../protocol/languages.ts'
import { root } from './lib/prepare.mjs'
import { writeMade } from './lib/write-made.ts'

/** First line of a table of messages. */
const MARK = '// Lines of English are repeated for each language by npm run make.\n'
const TABLES = ['{protocol,server,widget}/**/messages/*.ts', 'src/messages/*.ts']
const MAIN = new RegExp(String.raw`\b${mainLanguage}\b`)

/** Returns what the tables of messages should contain, by path. */
export function languageFiles(base: string): Map<string, string> {
  const tables = globSync(TABLES, { cwd: base }).flatMap((file): [string, string][] => {
    const text = readFileSync(path.join(base, file), 'utf8')
    const spoken = file.startsWith('src/') ? siteLanguages : languages
    return text.startsWith(MARK) ? [[file, tableIn(spoken, text)]] : []
  })
  return new Map(tables)
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

if (import.meta.main) {
  for (const [file, text] of languageFiles(root)) {
    writeMade(file, text)
  }
}
