import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { OutputChunk } from 'rolldown'
import { root } from '../lib/prepare.mjs'
import type { Chunk } from './browser-build.ts'

/** File with the licences of bundled packages. */
export const LICENCES_FILE = 'licences.txt'

/** Returns the scripts of a build, each with the name of the file with the licences if it contains bundled packages. */
export function scriptsOf(output: readonly { type: string }[]): Chunk[] {
  return output
    .filter((item): item is OutputChunk => item.type === 'chunk')
    .map((chunk) => withLicences(chunk))
}

function withLicences(chunk: Chunk): Chunk {
  if (packagesOf([chunk]).length === 0) return chunk
  return { ...chunk, code: `/*! ${LICENCES_FILE} */${chunk.code}` }
}

/** The licences of all packages that are in the scripts, as their authors ask to be named. */
export function writeLicences(chunks: readonly Chunk[]): string {
  return packagesOf(chunks)
    .map(licenceOf)
    .join(`\n${'-'.repeat(72)}\n\n`)
}

function packagesOf(chunks: readonly Chunk[]): string[] {
  const names = chunks.flatMap(({ moduleIds }) =>
    moduleIds.flatMap((id) => {
      const [, name] = /[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id) ?? []
      return name === undefined ? [] : [name.replace('\\', '/')]
    }),
  )
  return [...new Set(names)].toSorted()
}

function licenceOf(name: string): string {
  const folder = path.join(root, 'node_modules', name)
  const { version, license, author } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  ) as { version: string; license: string; author?: string | { name: string } }
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  const head = `${name} ${version} (${license})\n\n`
  if (file !== undefined && existsSync(path.join(folder, file))) {
    return `${head}${readFileSync(path.join(folder, file), 'utf8').trim()}\n`
  }
  const by = typeof author === 'object' ? author.name : author
  return `${head}${by === undefined ? 'Its package names no author.' : `By ${by}.`}\n`
}
