// Fails where code uses a name of scripts/coined-names.json, which a stranger cannot understand.
// Usage: node scripts/check-names.ts <folder or file…>, from the root of the repository.
import { globSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { create, record, string } from 'superstruct'

const places = process.argv.slice(2)
if (places.length === 0) throw new Error('name the folders to check')
/** Replacements of the coined names. */
const replacements = new Map(
  Object.entries(
    create(
      JSON.parse(readFileSync('scripts/coined-names.json', 'utf8')),
      record(string(), string()),
    ),
  ),
)
if (replacements.size === 0) throw new Error('scripts/coined-names.json lists no coined names')

const files = globSync(
  places.map((place) => (/\.tsx?$/.test(place) ? place : `${place}/**/*.{ts,tsx}`)),
  // Tests install the packages of examples below their own folder.
  { exclude: (name) => name.endsWith('node_modules') },
)
for (const file of files.toSorted()) {
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
