// `npm run bench`: runs the benchmarks one after another; a name as argument runs only that one.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { build } from './build.ts'
import { ensureInstalled, root } from './lib/prepare.mjs'

const folder = path.join(root, 'bench')
const requested = process.argv.slice(2)
ensureInstalled(folder)
await build((line) => console.log(line))
for (const file of readdirSync(folder).filter((name) => name.endsWith('.bench.ts'))) {
  if (requested.length > 0 && !requested.includes(file.replace('.bench.ts', ''))) continue
  const done = spawnSync(process.execPath, [path.join(folder, file)], {
    stdio: 'inherit',
    cwd: root,
  })
  if (done.status !== 0) process.exitCode = 1
}
