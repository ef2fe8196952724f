import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../scripts/lib/prepare.mjs'
import { freePort } from '../support/free-port.ts'
import { PROCESS_TEST_MS } from '../support/server-process.ts'

interface Lock {
  packages: Record<string, { dev?: boolean; devOptional?: boolean; link?: boolean }>
}

/** Copies what the server is made of, with the packages that `npm ci --omit=dev` installs. */
function copyServer(folder: string): void {
  for (const name of ['package.json', 'protocol', 'puzzles', 'server']) {
    cpSync(path.join(root, name), path.join(folder, name), {
      recursive: true,
      filter: (file) => path.basename(file) !== 'node_modules',
    })
  }
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock
  for (const [place, { dev, devOptional, link }] of Object.entries(lock.packages)) {
    const isOwn = /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(place) && !dev && !devOptional
    if (!isOwn || !existsSync(path.join(root, place))) continue
    const target = path.join(folder, place)
    mkdirSync(path.dirname(target), { recursive: true })
    symlinkSync(link === true ? path.join(folder, 'puzzles') : path.join(root, place), target)
  }
}

test(
  'starts and answers with the packages of `dependencies` alone',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'passport-alone-'))
    copyServer(folder)
    const port = await freePort()
    const server = spawn(process.execPath, ['server/main.ts'], {
      cwd: folder,
      stdio: 'inherit',
      env: {
        ...process.env,
        DATA_DIR: path.join(folder, 'data'),
        PORT: String(port),
        LOG_LEVEL: 'error',
      },
    })
    onTestFinished(async () => {
      server.kill('SIGKILL')
      if (server.exitCode === null) await once(server, 'exit')
      rmSync(folder, { recursive: true })
    })
    const statusOf = async (url: string): Promise<number | undefined> =>
      (await fetch(`http://localhost:${port}${url}`).catch(() => undefined))?.status
    await expect.poll(() => statusOf('/readyz'), { timeout: PROCESS_TEST_MS / 2 }).toBe(200)
  },
  PROCESS_TEST_MS,
)

test.each([
  ['package.json', '{protocol,server}/**/*.ts'],
  ['puzzles/package.json', 'puzzles/{*,{glyphs,kinds,raster,render}/**/*}.ts'],
])('%s lists as dependencies exactly what its code imports', (manifest, files) => {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, manifest), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const imported = globSync(files, { cwd: root }).flatMap((file) =>
    [
      ...readFileSync(path.join(root, file), 'utf8').matchAll(
        /\b(?:from |import\(|import )'((?:@[\w-]+\/)?[\w-]+)[^':]*'/g,
      ),
    ].map(([, name = '']) => name),
  )
  expect([...new Set(imported)].toSorted()).toEqual(Object.keys(dependencies).toSorted())
})
