import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { tryPort } from '../../server/config/ports.ts'
import { root } from '../lib/prepare.mjs'
import type { BuiltImage } from './build-image.ts'

/** A server that is ready. */
export type Started = Awaited<ReturnType<typeof whenReady>>

const READY_TIMEOUT_MS = 60_000
const PAUSE_MS = 5
const USER = 10_001

/** Starts the server of this folder, as `npm run server` does. */
export async function startBare(data: string): Promise<Started> {
  const env = { ...process.env, NODE_COMPILE_CACHE: path.join(root, '.cache/node'), DATA_DIR: data }
  return await whenReady((settings) =>
    spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...env, NODE_ENV: 'production', HOST: '0.0.0.0', ...settings },
    }),
  )
}

/** Starts the image's command as its user, on its files alone; nothing but `data` can be written. */
export async function startConfined(image: BuiltImage, data: string) {
  mkdirSync(data, { recursive: true })
  chownSync(data, USER, USER)
  let env: string[] = []
  const started = await whenReady((settings) => {
    env = [...image.config.Env, ...Object.entries(settings).map((pair) => pair.join('='))]
    return spawn('unshare', confined(image, data, env, image.config.Cmd), {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  })
  return {
    ...started,
    /** Runs a program beside it: same files, same user. */
    run: (...command: string[]) =>
      spawnSync('unshare', confined(image, data, env, command), { encoding: 'utf8' }),
  }
}

// Each program takes the place of the one before, so a signal reaches the last.
function confined(
  { tree, config }: BuiltImage,
  data: string,
  env: readonly string[],
  command: readonly string[],
): string[] {
  const script = [
    `mount --bind ${tree} ${tree}`,
    `mount -o remount,bind,ro ${tree}`,
    `mount --bind ${data} ${tree}/data`,
    `mount --rbind /dev ${tree}/dev`,
    `mount -t proc proc ${tree}/proc`,
    `exec chroot --userspec=${config.User} --groups= ${tree} env -i "$@"`,
  ].join(' && ')
  const inside = ['sh', '-c', `cd ${config.WorkingDir} && exec "$@"`, 'sh', ...command]
  return ['--mount', 'sh', '-c', script, 'sh', ...env, ...inside]
}

async function whenReady(start: (settings: Readonly<Record<string, string>>) => ChildProcess) {
  const port = String(await tryPort(0, '127.0.0.1'))
  const startedAt = performance.now()
  // Nothing listens there: mails would wait.
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'id@example.com' }
  const child = start({ PORT: port, LOG_LEVEL: 'silent', DRAIN_SECONDS: '3', ...mail })
  const origin = `http://127.0.0.1:${port}`
  const becomes = async (at: string, status: number): Promise<void> => {
    for (const end = performance.now() + READY_TIMEOUT_MS; performance.now() < end;) {
      const reply = await fetch(origin + at).catch(() => undefined)
      if (reply?.status === status) return
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
      await sleep(PAUSE_MS)
    }
    throw new Error(`${at} never answers ${status}`)
  }
  await becomes('/readyz', 200)
  return {
    origin,
    readyMs: performance.now() - startedAt,
    becomes,
    /** Sends SIGTERM; the exit code. */
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const [code] = (await ended) as [number | null]
      return code
    },
  }
}
