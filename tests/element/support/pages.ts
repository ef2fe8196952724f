import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { build as bundle } from 'rolldown'
import { browserBuild } from '../../../scripts/element/browser-build.ts'
import type { Variant } from '../../../scripts/element/variants.ts'
import { buildGallery } from '../../../scripts/element/gallery.ts'
import type * as serverEntry from '../../../scripts/element/server-entry.ts'

/** Later than the loader waits for one script. */
const LATE_MS = 5000
const STRICT = "default-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"

interface Answer {
  body: string
  type: string
  headers?: Record<string, string>
}

/**
 * Pages that tests open in frames: `/pages/{name}.html`, with the element written into them or
 * rendered by the server; `/slow-1/` and so on serve the same scripts with a main file that comes
 * once a test asks for `/go-on`, `/broken/` without one, and `/flaky-1/` and so on with files of
 * later screens and of the client that come when they are asked for a second time, or never from `/lost-1/`.
 */
export async function pages(
  element: string,
  build: Variant['name'],
): Promise<{
  name: string
  serve(context: { path: string; query: unknown; url: string }): Promise<Answer | undefined>
  transform(context: { path: string }): { transformCache: boolean } | undefined
  serverStop(): Promise<void>
}> {
  // Of its own, since engines are run beside each other.
  const folder = await mkdtemp(path.join(tmpdir(), 'passport-pages-'))
  const checkEntry = path.join(folder, 'captcha-entry.js')
  const gallery = path.join(folder, 'gallery')
  await buildGallery(gallery, build)
  await bundle({
    ...browserBuild,
    input: path.resolve('tests/element/support/captcha-entry.ts'),
    output: { file: checkEntry, codeSplitting: false },
  })
  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
  const { renderPassportLogin }: typeof serverEntry = await import(
    pathToFileURL(path.resolve('.cache/element/server.mjs')).href
  )

  return {
    name: 'test-pages',
    serverStop: () => rm(folder, { recursive: true, force: true }),
    // The runner would serve one page for all visits, with slow files from the cache.
    transform: ({ path: asked }) =>
      asked.startsWith('/pages/') ? { transformCache: false } : undefined,
    async serve({ url }) {
      const { pathname, searchParams } = new URL(url, 'http://localhost')
      if (pathname === '/axe.js') return { body: await readFile(axe, 'utf8'), type: 'js' }
      if (pathname === '/captcha-entry.js') {
        return { body: await readFile(checkEntry, 'utf8'), type: 'js' }
      }
      if (pathname === '/go-on') {
        held.resolve()
        return { body: '', type: 'txt', headers: { 'cache-control': 'no-store' } }
      }
      if (pathname === '/late-captcha-script.js') await wait(LATE_MS)
      if (pathname.endsWith('captcha-script.js')) {
        const manifest = await readFile(path.join(element, 'manifest.json'), 'utf8')
        const { entries } = JSON.parse(manifest) as { entries: { captcha: { file: string } } }
        return {
          body: await readFile(path.join(element, entries.captcha.file), 'utf8'),
          type: 'js',
        }
      }
      if (pathname.startsWith('/gallery/')) {
        return fromGallery(gallery, pathname.slice('/gallery/'.length))
      }
      const broken = /^\/broken(\/.+)$/.exec(pathname)?.[1]
      if (broken !== undefined) {
        if (broken.includes('/main-')) return undefined
        return {
          body: await readFile(path.join(element, path.normalize(broken)), 'utf8'),
          type: 'js',
        }
      }
      const slow = /^\/slow-\d+(\/.+)$/.exec(pathname)?.[1]
      if (slow !== undefined) {
        if (slow.includes('/main-')) await held.promise
        const file = path.join(element, path.normalize(slow))
        return { body: await readFile(file, 'utf8'), type: 'js' }
      }
      const [, never, flaky] = /^\/(?:flaky|(lost))-\d+(\/.+)$/.exec(pathname) ?? []
      if (flaky !== undefined) {
        const isFirst = never !== undefined || !missed.has(pathname)
        missed.add(pathname)
        if (isFirst && /\/(?:later|entry|create-client)/.test(flaky)) {
          return { body: 'lost', type: 'txt', headers: { 'cache-control': 'no-store' } }
        }
        const file = path.join(element, path.normalize(flaky))
        return { body: await readFile(file, 'utf8'), type: 'js' }
      }
      if (pathname === '/pages/watch.js') return { body: WATCH, type: 'js' }
      if (pathname === '/pages/load.js') {
        return { body: "import { load } from '/passport-login.js'\nload()", type: 'js' }
      }
      if (pathname === '/pages/hostile.css') return { body: HOSTILE, type: 'css' }
      if (!pathname.startsWith('/pages/')) return undefined
      searchParams.delete('visit')
      const attributes = Object.fromEntries(searchParams)
      const written = Object.entries({ aid: '1002', ...attributes })
        .map(([name, value]) => ` ${name}="${value}"`)
        .join('')
      const bare = `<passport-login${written}></passport-login>`
      const rendered = (): string => renderPassportLogin({ aid: 1002, ...attributes })
      switch (pathname) {
        case '/pages/plain.html':
          return page(bare, '/passport-login.js')
        case '/pages/slow.html':
          return page(bare, slowLoader())
        case '/pages/flaky.html':
          return page(bare, slowLoader().replace('slow', 'flaky'))
        case '/pages/lost.html':
          return page(bare, slowLoader().replace('slow', 'lost'))
        case '/pages/broken.html':
          return page(bare, '/broken/passport-login.js')
        case '/pages/script-first.html':
          return page(`<script type="module" src="/passport-login.js"></script>${bare}`)
        case '/pages/rendered.html':
          return page(rendered(), slowLoader(), CSS_LINK)
        case '/pages/strict.html':
          return page(bare, '/passport-login.js', '', { 'content-security-policy': STRICT })
        case '/pages/strict-rendered.html':
          return page(rendered(), '/passport-login.js', CSS_LINK, {
            'content-security-policy': STRICT,
          })
        case '/pages/hostile.html':
          return page(
            bare,
            '/passport-login.js',
            '<link rel="stylesheet" href="/pages/hostile.css">',
          )
        case '/pages/inherited.html':
          return page(bare, '/passport-login.js', INHERITED)
        case '/pages/quirks.html': {
          const { body, type } = page(bare, '/passport-login.js')
          return { body: body.replace('<!doctype html>', ''), type }
        }
        case '/pages/none.html':
          return page('', '/passport-login.js')
        case '/pages/strict-none.html':
          return page('', '/passport-login.js', '', { 'content-security-policy': STRICT })
        case '/pages/rtl.html':
          return { ...page(`<div dir="rtl">${bare}</div>`, '/passport-login.js') }
        default:
          return undefined
      }
    },
  }
}

let visits = 0
/** Delays the main file of the newest slow page until a test releases it. */
let held = Promise.withResolvers<void>()

/** Files of `/flaky-1/` and so on that were asked for once. */
const missed = new Set<string>()

// Each page has its own address, so nothing is cached.
function slowLoader(): string {
  visits += 1
  held.resolve()
  held = Promise.withResolvers<void>()
  return `/slow-${visits}/passport-login.js`
}

const CSS_LINK = '<link rel="stylesheet" href="/passport-login.css">'

function page(
  body: string,
  script?: string,
  head = '',
  headers: Record<string, string> = {},
): Answer {
  const loader = script === undefined ? '' : `<script type="module" src="${script}"></script>`
  return {
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title>
<meta name="viewport" content="width=device-width"><script src="/pages/watch.js"></script>${head}</head>
<body><main>${body}</main>${loader}</body></html>`,
    type: 'html',
    headers,
  }
}

async function fromGallery(gallery: string, name: string): Promise<Answer> {
  const file = path.join(gallery, path.normalize(name || 'index.html'))
  return { body: await readFile(file, 'utf8'), type: path.extname(file).slice(1) }
}

// Runs before everything else of the page and keeps what the tests ask for.
const WATCH = `
window.watched = { violations: [], errors: [], events: [] }
addEventListener('securitypolicyviolation', (event) => watched.violations.push(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample))
addEventListener('error', (event) => watched.errors.push(String(event.message)))
addEventListener('unhandledrejection', (event) => watched.errors.push(String(event.reason)))
for (const name of ['ready', 'view', 'success', 'error', 'challenge', 'cancel'])
  addEventListener('passport-' + name, (event) => watched.events.push({ name: event.type, detail: event.detail }))
`

// Inherited properties, set on the whole page.
const INHERITED = `<style>body {
  -webkit-text-fill-color: red; -webkit-text-stroke: 2px lime; -webkit-font-smoothing: none; caret-color: red;
  pointer-events: none; word-break: break-all; hyphens: manual; tab-size: 3; text-wrap: nowrap; line-break: anywhere;
  text-emphasis: circle; text-underline-offset: 9px; text-underline-position: under; text-decoration-skip-ink: none;
  font-variant: small-caps; font-feature-settings: 'zero'; font-kerning: none; font-stretch: 50%; font-size-adjust: 0.9;
  font-synthesis: none; font-optical-sizing: none; text-rendering: geometricPrecision; image-rendering: pixelated;
  list-style: square inside; border-collapse: collapse; border-spacing: 9px; caption-side: bottom; empty-cells: hide;
  quotes: '<' '>'; orphans: 9; widows: 9; cursor: wait; visibility: hidden; user-select: none; accent-color: red;
  text-align-last: right; text-indent: 3em; text-shadow: 1px 1px red; word-spacing: 9px; letter-spacing: 4px;
  fill: red; stroke: red; stroke-width: 9; clip-rule: evenodd; paint-order: stroke; interactivity: inert;
}</style>`

// Style sheets of frameworks, resets and hostile pages.
const HOSTILE = `
html { font-size: 62.5%; line-height: 3; letter-spacing: 4px; text-transform: uppercase; text-align: right; }
* { box-sizing: content-box !important; margin: 7px !important; border: 3px dotted red !important; animation: none !important; }
body div { display: inline !important; float: left; opacity: .4; position: static !important; }
form input, form button, form label { all: unset; }
#x, body main passport-login input { width: 40px !important; height: 9px; background: lime !important; color: lime !important; font: 8px serif !important; }
button { visibility: hidden; text-transform: uppercase !important; transform: rotate(9deg) !important; }
label { display: none !important; }
h1, h2, p { font: italic 60px fantasy !important; color: yellow; }
a { pointer-events: none; color: pink !important; }
*::before, *::after { content: 'x' !important; }
`
