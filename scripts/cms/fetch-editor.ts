import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'

/** The visual editor; its package alone is enough, as all it needs is bundled in it. */
const EDITOR = {
  name: 'decap-cms',
  version: '3.16.3',
  sha512:
    'hf+dPlCh7TJmWl8+6VRzHYOWhri5xgUknrZbDewaWe4s9B7xJ8PQugp2QHeSldMUKzav6+z0oIpwUYhUJDYtYw==',
}

/** Returns the folder of the editor's scripts, which are fetched from the package registry once. */
export async function fetchEditor(root: string, log: (line: string) => void): Promise<string> {
  const folder = path.join(root, '.cache/cms', `${EDITOR.name}-${EDITOR.version}`)
  if (existsSync(folder)) return folder
  log(`Fetching ${EDITOR.name} ${EDITOR.version}, 16 MB, once…`)
  const work = `${folder}.${process.pid}`
  await mkdir(work, { recursive: true })
  try {
    const archive = await pack(work)
    const digest = createHash('sha512')
      .update(await readFile(archive))
      .digest('base64')
    if (digest !== EDITOR.sha512) {
      throw new Error(`The digest of ${EDITOR.name} ${EDITOR.version} is wrong. Nothing was kept.`)
    }
    const { status, stderr } = spawnSync('tar', ['-xzf', archive, '-C', work], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`${EDITOR.name} could not be unpacked.\n${stderr}`)
    await rename(path.join(work, 'package/dist'), folder)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return folder
}

/** Downloads the package into a folder by npm, which knows the registry, and returns its file. */
async function pack(folder: string): Promise<string> {
  const args = ['pack', `${EDITOR.name}@${EDITOR.version}`, '--pack-destination', folder]
  const { status, stderr } = spawnSync('npm', [...args, '--silent'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  const name = (await readdir(folder)).find((one) => one.endsWith('.tgz'))
  if (status !== 0 || name === undefined) {
    throw new Error(
      `${EDITOR.name} could not be fetched. Is there a connection to the package registry?\n${stderr}`,
    )
  }
  return path.join(folder, name)
}
