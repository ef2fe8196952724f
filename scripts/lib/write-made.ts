import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { root } from './prepare.mjs'

/** Writes a file of the repository that a script makes; with `--check` fails if it is out of date. */
export function writeMade(name: string, text: string): void {
  const file = path.join(root, name)
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  if (process.argv.includes('--check')) {
    console.error(`${name} is out of date: run \`npm run make\`.`)
    process.exitCode = 1
  } else writeFileSync(file, text)
}
