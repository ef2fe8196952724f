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

/**
 * Returns whether an output exists, was made from exactly these inputs, and is still valid on the day
 * `today`, such as `2026-11-26`.
 */
export function isFresh(name: string, print: string, output: string, today = ''): boolean {
  const stamp = stampOf(name)
  if (!existsSync(output) || !existsSync(stamp)) return false
  const [before, until] = readFileSync(stamp, 'utf8').split('\n')
  return before === print && (until === undefined || today < until)
}

/** Remembers what an output was made from, and the day from which it has to be made again. */
export function markFresh(name: string, print: string, until?: string): void {
  mkdirSync(path.dirname(stampOf(name)), { recursive: true })
  writeFileSync(stampOf(name), until === undefined ? print : `${print}\n${until}`)
}
