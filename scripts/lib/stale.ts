import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './prepare.mjs'

/** Digest of names, sizes and times of all files below some paths: changes when a build is stale. */
export function fingerprint(inputs: readonly string[]): string {
  const hash = createHash('sha256')
  for (const input of inputs) add(path.join(root, input))
  return hash.digest('hex')

  function add(file: string): void {
    const found = statSync(file, { throwIfNoEntry: false })
    if (found === undefined) return
    if (!found.isDirectory()) {
      hash.update(`${path.relative(root, file)}\0${found.size}\0${found.mtimeMs}\n`)
      return
    }
    for (const name of readdirSync(file).toSorted()) add(path.join(file, name))
  }
}

const stampOf = (name: string): string => path.join(root, '.cache', 'stamps', name)

/** True when the output is there and was made from exactly these inputs. */
export function isFresh(name: string, print: string, output: string): boolean {
  const stamp = stampOf(name)
  return existsSync(output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === print
}

/** Remembers what an output was made from. */
export function markFresh(name: string, print: string): void {
  mkdirSync(path.dirname(stampOf(name)), { recursive: true })
  writeFileSync(stampOf(name), print)
}
