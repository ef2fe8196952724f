// Fails where code uses a coined name of docs/glossary.md.
// Usage: node scripts/check-names.ts <folder…>, from the root of the repository.
import { globSync, readFileSync } from 'node:fs'
import process from 'node:process'

const folders = process.argv.slice(2)
if (folders.length === 0) throw new Error('name the folders to check')
const replacements = readCoinedNames(readFileSync('docs/glossary.md', 'utf8'))
if (replacements.size === 0) throw new Error('docs/glossary.md lists no coined names')

for (const file of globSync(folders.map((folder) => `${folder}/**/*.{ts,tsx}`)).toSorted()) {
  const lines = readFileSync(file, 'utf8').split('\n')
  for (const [index, line] of lines.entries()) {
    for (const [name] of line.matchAll(/[\w$]+/g)) {
      const replacement = replacements.get(name)
      if (replacement === undefined) continue
      console.log(`${file}:${index + 1}: ${name}; use ${replacement}`)
      process.exitCode = 1
    }
  }
}

/** Returns the word to use for each identifier of the table below “Coined names”. */
function readCoinedNames(glossary: string): Map<string, string> {
  const section = glossary.split('\n## Coined names\n')[1]?.split('\n## ')[0] ?? ''
  const found = new Map<string, string>()
  for (const [, names = '', replacement = ''] of section.matchAll(/^\|(.*)\|(.*)\|$/gm)) {
    for (const [, name = ''] of names.matchAll(/`([\w$]+)`/g)) {
      found.set(name, replacement.replaceAll('`', '').trim())
    }
  }
  return found
}
