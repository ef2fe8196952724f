// Fails where code uses a coined name of docs/glossary.md.
// Usage: node scripts/check-names.ts [root]; without one, this repository.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { root } from './lib/prepare.mjs'

const FOLDERS = '{protocol,server,tests/{captcha,protocol,server,support}}'

const base = path.resolve(process.argv[2] ?? root)
const replacements = readCoinedNames(readFileSync(path.join(base, 'docs/glossary.md'), 'utf8'))
if (replacements.size === 0) throw new Error('docs/glossary.md lists no coined names')

for (const file of globSync(`${FOLDERS}/**/*.{ts,tsx}`, { cwd: base }).toSorted()) {
  const lines = readFileSync(path.join(base, file), 'utf8').split('\n')
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
