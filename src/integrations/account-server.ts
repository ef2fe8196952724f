import { resolve } from 'node:path'
import process from 'node:process'
import type { AstroIntegration } from 'astro'

/** Paths that the account server answers; all others are pages. */
const PATHS = ['/passport', '/captcha', '/vc', '/form', '/dev', '/avatars', '/assets', '/readyz']

/**
 * While developing, passes the account server's paths on to it (PASSPORT_API, an origin) and
 * reloads the page when the element was built anew.
 */
export function accountServer(): AstroIntegration {
  const manifest = resolve('dist/element/manifest.json')
  return {
    name: 'account-server',
    hooks: {
      'astro:config:setup'({ command, updateConfig }) {
        const target = process.env.PASSPORT_API
        if (command !== 'dev' || target === undefined) return
        const proxy = Object.fromEntries(PATHS.map((path) => [path, { target }]))
        updateConfig({ vite: { server: { proxy } } })
      },
      'astro:server:setup'({ server }) {
        server.watcher.add(manifest)
        server.watcher.on('change', (file) => {
          if (file === manifest) server.ws.send({ type: 'full-reload' })
        })
      },
    },
  }
}
