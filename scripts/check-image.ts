// Builds deploy/Dockerfile with buildah and starts it as its user on a read-only file system, beside the bare process.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { buildImage, type BuiltImage } from './deployment/build-image.ts'
import { startBare, startConfined, type Started } from './deployment/start-image.ts'
import { root } from './lib/prepare.mjs'

const MAX_OWN_MB = 40
const MAX_START_RATIO = 1.5
/** Turns at most: on a busy machine a few may all be slow. */
const ROUNDS = 12
const MB = 1_000_000

const isMissing = spawnSync('buildah', ['--version']).error !== undefined
if (isMissing || process.getuid?.() !== 0) {
  console.log(`not checked: ${isMissing ? 'buildah is missing' : 'buildah needs root here'}`)
} else if (existsSync(path.join(root, 'dist/site'))) {
  await checkImage()
} else {
  fail('the image takes dist/, which is not built: run `npm run build`')
}

async function checkImage(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'passport-image-'))
  const image = buildImage(folder)
  try {
    const ownMb = image.ownBytes / MB
    if (ownMb > MAX_OWN_MB) fail(`our layers have ${ownMb.toFixed(1)} MB, at most ${MAX_OWN_MB}`)
    const ratio = await startTimes(image, folder)
    if (ratio > MAX_START_RATIO) {
      fail(`the image is ready after ${ratio.toFixed(2)} times the time of the bare process`)
    }
    await tryIt(image, folder)
    await fillVolume(image, path.join(folder, 'small'))
    console.log(`our layers: ${ownMb.toFixed(1)} MB; ready: ${ratio.toFixed(2)} × the bare process`)
  } finally {
    image.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The time until the image is ready, by that of the bare process: the least of as many turns each as it takes. */
async function startTimes(image: BuiltImage, folder: string): Promise<number> {
  const least = { bare: Infinity, image: Infinity }
  // The first start of each fills what the system keeps of files.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const kind of ['bare', 'image'] as const) {
      const data = path.join(folder, `${kind}-${round}`)
      const started = await (kind === 'bare' ? startBare(data) : startConfined(image, data))
      if (round > 0) least[kind] = Math.min(least[kind], started.readyMs)
      await started.stop()
    }
    if (least.image / least.bare <= MAX_START_RATIO) break
  }
  return least.image / least.bare
}

async function tryIt(image: BuiltImage, folder: string): Promise<void> {
  const server = await startConfined(image, path.join(folder, 'data'))
  await expectStatus(server, '/login', 200)
  if (server.run('node', 'deploy/healthy.mjs').status !== 0) fail('the health check fails')
  for (const place of ['/app/x', '/app/.cache/node/x', '/etc/x', '/tmp/x']) {
    const { stderr } = server.run('node', '-e', `fs.writeFileSync('${place}', '')`)
    if (!stderr.includes('EROFS')) fail(`${place} can be written: ${stderr}`)
  }
  const user = server.run('node', '-p', 'process.getuid()').stdout.trim()
  if (user !== '10001') fail(`it runs as ${user}`)
  const stopped = server.stop()
  await server.becomes('/readyz', 503)
  await expectStatus(server, '/login', 200)
  const code = await stopped
  if (code !== 0) fail(`after SIGTERM it ended with ${code}`)
}

/** It has to say that nothing can be written, keep answering, and come back once there is space. */
async function fillVolume(image: BuiltImage, data: string): Promise<void> {
  mkdirSync(data)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', data])
  try {
    const server = await startConfined(image, data)
    const filler = path.join(data, 'filler')
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1k'])
    await server.becomes('/readyz', 503)
    await expectStatus(server, '/login', 200)
    rmSync(filler)
    await server.becomes('/readyz', 200)
    await server.stop()
  } finally {
    execFileSync('umount', ['--lazy', data])
  }
}

async function expectStatus({ origin }: Started, at: string, status: number): Promise<void> {
  const reply = await fetch(origin + at)
  if (reply.status !== status) fail(`${at} answers ${reply.status}, not ${status}`)
}

function fail(problem: string): void {
  console.error(problem)
  process.exitCode = 1
}
