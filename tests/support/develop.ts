import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { root } from '../../scripts/lib/prepare.mjs'
import { copyOfSite } from './copy-site.ts'
import { freePort } from './free-port.ts'

/** A development server over a copy, which tests may write to. */
export interface Developed {
  readonly folder: string
  readonly origin: string
  /** Text at an address; empty while nothing answers. */
  read(address: string): Promise<string>
  close(): Promise<void>
}

/** The site alone. */
export function developSite(): Promise<Developed> {
  return develop((port) => ['node_modules/astro/bin/astro.mjs', 'dev', '--port', port])
}

/** Site, element and account server, as `npm run dev` runs them. */
export async function developAll(): Promise<Developed> {
  const ports = { API_PORT: String(await freePort()), HOST_PAGE_PORT: String(await freePort()) }
  return await develop(() => ['scripts/dev.ts'], ['server', 'puzzles'], ports)
}

async function develop(
  commandOn: (port: string) => string[],
  more: readonly string[] = [],
  ports: Readonly<Record<string, string>> = {},
): Promise<Developed> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dev-'))
  copyOfSite(folder, 0)
  for (const name of more) {
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  }
  const port = await freePort()
  // Astro leaves its pages out when it detects Vitest.
  const env = Object.entries(process.env).filter(
    ([name]) => !/^(?:VITEST|NODE_ENV|SITE_URL)/.test(name),
  )
  const dev = spawn(process.execPath, commandOn(String(port)), {
    cwd: folder,
    stdio: 'ignore',
    env: {
      ...Object.fromEntries(env),
      ...ports,
      PORT: String(port),
      ASTRO_DEV_BACKGROUND: '0',
      ASTRO_TELEMETRY_DISABLED: '1',
    },
  })
  const ended = new Promise((resolve) => {
    dev.on('exit', resolve)
  })
  const origin = `http://localhost:${port}`
  return {
    folder,
    origin,
    read: async (address) => {
      const reply = await fetch(origin + address).catch(() => undefined)
      return (await reply?.text()) ?? ''
    },
    close: async () => {
      dev.kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
