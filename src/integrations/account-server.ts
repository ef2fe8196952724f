import process from 'node:process'
import type { AstroIntegration } from 'astro'
import { allEndpoints } from '#protocol/index.ts'
import { siteLanguages } from '#protocol/languages.ts'

/** Beginnings of paths of the account server; a few more are those of endpoints in the root. */
const PREFIXES = [
  '/passport',
  '/captcha',
  '/vc',
  '/form',
  '/dev',
  '/oauth',
  '/platform/oauth',
  '/.well-known',
  '/v1',
  '/monitor_browser',
  '/avatars',
  '/assets',
  '/manifest.json',
  '/healthz',
  '/readyz',
]
const ROOT_PATHS = allEndpoints.flatMap(({ paths }) => paths.root ?? []).map((tail) => `/${tail}`)
/** Prefixes of translated pages and pinned scripts, and the loader that asks for a person's data. */
const PATTERNS = [
  `^/(?:${siteLanguages.join('|')})/device`,
  '^/\\d+\\.\\d+\\.\\d+/',
  '^/.*[?&]__loader=account-setting&__ssrDirect=true',
]

/** React's refresh needs it before the first component; Astro adds it only where it hydrates itself. */
const REACT_REFRESH = `import { injectIntoGlobalHook } from '/@react-refresh'
injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type`

/**
 * While developing, proxies the account server (PASSPORT_API) and reloads pages when
 * PASSPORT_RELOAD changes.
 */
export function accountServer(): AstroIntegration {
  return {
    name: 'account-server',
    hooks: {
      'astro:config:setup'({ command, injectScript, updateConfig }) {
        if (command === 'dev') injectScript('page', REACT_REFRESH)
        const target = process.env.PASSPORT_API
        if (command !== 'dev' || target === undefined) return
        const paths = [...PREFIXES, ...ROOT_PATHS, ...PATTERNS]
        const proxy = Object.fromEntries(paths.map((path) => [path, { target }]))
        // Endpoints have their paths with a slash at the end too, which Astro would refuse.
        updateConfig({ trailingSlash: 'ignore', vite: { server: { proxy } } })
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
