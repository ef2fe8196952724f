// Usage: node scripts/run.mjs <file> [argument…]: runs a TypeScript file of the repository under the
// right Node, after installing what is missing. It runs first, so: plain JavaScript for Node 20.
import { spawn } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { ensureInstalled, findNode, root } from './lib/prepare.mjs'

const [file = '', ...args] = process.argv.slice(2)
// The server needs the packages of `dependencies` alone.
ensureInstalled(root, { omitDev: file.startsWith('server/') })
const node = findNode()
const child = spawn(node, [path.join(root, file), ...args], {
  cwd: root,
  stdio: 'inherit',
  env: {
    // Node caches compiled sources here: a server starts in half the time and memory.
    NODE_COMPILE_CACHE: path.join(root, '.cache', 'node'),
    ...process.env,
    PATH: [path.dirname(node), path.join(root, 'node_modules', '.bin'), process.env.PATH].join(
      path.delimiter,
    ),
  },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => child.kill(signal))
}
stopWithNpm(() => child.kill('SIGTERM'))
child.on('error', (error) => {
  console.error(`Cannot run ${node}: ${error.message}`)
  process.exit(1)
})
child.on('exit', (code, signal) => process.exit(signal === null ? code : 1))

// npm signals only the shell between us, which ends silently: all we see is another parent.
function stopWithNpm(stop) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, 200)
  timer.unref()
}
