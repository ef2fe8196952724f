import process from 'node:process'
import type { AstroIntegration } from 'astro'

/** Paths of the account server; all others are pages. */
const PATHS = ['/passport', '/captcha', '/vc', '/form', '/dev', '/avatars', '/assets', '/readyz']

/**
 * While developing, proxies the account server (PASSPORT_API) and reloads pages when
 * PASSPORT_RELOAD changes.
 */
export function accountServer(): AstroIntegration {
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
        const signal = process.env.PASSPORT_RELOAD
        if (signal === undefined) return
        server.watcher.add(signal)
        server.watcher.on('change', (file) => {
          if (file === signal) server.ws.send({ type: 'full-reload' })
        })
      },
    },
  }
}
