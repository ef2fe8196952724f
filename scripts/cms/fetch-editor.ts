import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { gunzipSync } from 'node:zlib'

/** The visual editor; its package alone is enough, as all it needs is bundled in it. */
const EDITOR = {
  name: 'decap-cms',
  version: '3.16.3',
  sha512:
    'hf+dPlCh7TJmWl8+6VRzHYOWhri5xgUknrZbDewaWe4s9B7xJ8PQugp2QHeSldMUKzav6+z0oIpwUYhUJDYtYw==',
}

/** Folder of the editor's scripts, fetched and checked if it is not there yet. */
export async function fetchEditor(root: string, log: (line: string) => void): Promise<string> {
  const folder = path.join(root, '.cache/cms', `${EDITOR.name}-${EDITOR.version}`)
  if (existsSync(folder)) return folder
  log(`Fetching ${EDITOR.name} ${EDITOR.version}, 16 MB, once…`)
  const work = `${folder}.${process.pid}`
  await mkdir(work, { recursive: true })
  try {
    const archive = await pack(work)
    const digest = createHash('sha512').update(archive).digest('base64')
    if (digest !== EDITOR.sha512) {
      throw new Error(
        `${EDITOR.name} is not the package it was: its digest differs. Nothing was kept.`,
      )
    }
    const dist = path.join(work, 'dist')
    await mkdir(dist)
    for (const { name, content } of filesIn(gunzipSync(archive))) {
      // A bundle for pages, its later parts, what they compile, and its licences.
      if (/^package\/dist\/(?:(?:\d+\.)?decap-cms\.js(?:\.LICENSE\.txt)?|\w+\.wasm)$/.test(name)) {
        await writeFile(path.join(dist, path.basename(name)), content)
      }
    }
    await rename(dist, folder)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return folder
}

// Through the client of the registry, which knows where the registry is.
async function pack(folder: string): Promise<Buffer> {
  const npm = process.env.npm_execpath
  const args = [
    'pack',
    `${EDITOR.name}@${EDITOR.version}`,
    '--pack-destination',
    folder,
    '--silent',
  ]
  const run =
    npm === undefined
      ? spawnSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' })
      : spawnSync(process.execPath, [npm, ...args], { encoding: 'utf8' })
  const name = (await readdir(folder)).find((one) => one.endsWith('.tgz'))
  if (run.status !== 0 || name === undefined) {
    throw new Error(
      `${EDITOR.name} could not be fetched. Is there a connection to the package registry?\n${run.stderr}`,
    )
  }
  return readFile(path.join(folder, name))
}

const BLOCK_BYTES = 512

/** The files of a tar archive (POSIX ustar: a header of one block, then whole blocks). */
function* filesIn(archive: Buffer): Generator<{ name: string; content: Buffer }> {
  const text = (from: number, length: number): string =>
    archive.toString('utf8', from, from + length).replace(/\0.*$/s, '')
  for (let at = 0; at + BLOCK_BYTES <= archive.length;) {
    const name = text(at, 100)
    if (name === '') return
    const size = Number.parseInt(text(at + 124, 12), 8)
    const start = at + BLOCK_BYTES
    yield { name, content: archive.subarray(start, start + size) }
    at = start + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES
  }
}
