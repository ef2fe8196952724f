import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import type * as serverEntry from '../../scripts/element/server-entry.ts'
import type { ElementManifest } from '../../scripts/build-element.ts'
import { root } from '../../scripts/lib/prepare.mjs'

const element = path.join(root, 'dist/element')
const hanko = path.join(root, 'bench/node_modules/@teamhanko/hanko-elements/dist/elements.js')

/** Pages that are compared, the physical floor first. */
export const pageNames = ['form', 'hanko', 'rendered', 'script', 'lite'] as const

/** Name of one of them. */
export type PageName = (typeof pageNames)[number]

/** Descriptions of the pages in the table of results. */
export const described: Readonly<Record<PageName, string>> = {
  form: 'a plain form (the floor)',
  hanko: 'hanko-elements',
  rendered: 'ours, rendered by the server',
  script: 'ours, a script tag',
  lite: 'ours, lite, a script tag',
}

/** First reply of the peer's server. */
const HANKO_FLOW = JSON.stringify({
  name: 'login_init',
  status: 200,
  csrf_token: 'x',
  actions: {
    continue_with_login_identifier: {
      action: 'continue_with_login_identifier',
      href: '/login?action=continue_with_login_identifier%40x',
      inputs: {
        identifier: { name: 'identifier', type: 'string', required: true, hidden: false },
      },
      description: '',
    },
  },
  links: [],
  payload: {},
})

interface Answer {
  type: string
  body: Buffer
}

/** Serves the pages and their scripts from memory, with brotli, at once. */
export async function servePages(): Promise<{ origin: string; close(): void }> {
  const pages = await makePages()
  const files = new Map<string, Answer>()
  const find = (pathname: string): Answer | undefined => {
    const html = pages[pathname.slice(1) as PageName]
    if (html !== undefined) return answer('text/html; charset=utf-8', html)
    if (pathname === '/hanko.js') return answer('text/javascript', readFileSync(hanko, 'utf8'))
    if (pathname === '/login') return answer('application/json', HANKO_FLOW)
    if (!/^\/(?:passport-login[\w.]*|assets\/[\w.-]+)$/.test(pathname)) return undefined
    const type = pathname.endsWith('.css') ? 'text/css' : 'text/javascript'
    return answer(type, readFileSync(path.join(element, pathname), 'utf8'))
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const found = files.get(pathname) ?? find(pathname)
    if (found === undefined) {
      response.writeHead(404).end()
      return
    }
    files.set(pathname, found)
    response.writeHead(200, {
      'content-type': found.type,
      'content-encoding': 'br',
      'content-length': found.body.length,
      'cache-control': 'no-store',
    })
    response.end(found.body)
  })
  return { origin: await listen(server), close: () => server.close() }
}

function answer(type: string, text: string): Answer {
  return { type, body: brotliCompressSync(Buffer.from(text)) }
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : undefined
      resolve(`http://127.0.0.1:${port}`)
    })
  })
}

async function makePages(): Promise<Record<PageName, string>> {
  const manifest = JSON.parse(
    readFileSync(path.join(element, 'manifest.json'), 'utf8'),
  ) as ElementManifest
  const { renderPassportLogin }: typeof serverEntry = await import(
    pathToFileURL(path.join(root, '.cache/element/server.mjs')).href
  )
  const preload = (files: readonly string[]): string =>
    files.map((file) => `<link rel="modulepreload" href="/${file}">`).join('')
  const script = (file: string): string => `<script type="module" src="/${file}"></script>`
  return {
    form: page(
      '',
      '<form method="post"><label>E-mail <input name="account"></label><label>Password <input name="password" type="password"></label><button>Sign in</button></form>',
    ),
    hanko: page(
      '',
      `<hanko-auth></hanko-auth><script type="module">
        import { register } from '/hanko.js'
        await register(location.origin, { enablePasskeys: false })
      </script>`,
    ),
    rendered: page(
      `<link rel="stylesheet" href="/passport-login.css">${preload([...manifest.preload, manifest.messages.en ?? ''])}`,
      renderPassportLogin({ aid: 1002, lang: 'en' }) + script('passport-login.js'),
    ),
    script: page(
      preload(manifest.preload) + script('passport-login.js'),
      '<passport-login aid="1002" lang="en"></passport-login>',
    ),
    lite: page(
      preload(manifest.lite.preload) + script('passport-login.lite.js'),
      '<passport-login aid="1002" lang="en"></passport-login>',
    ),
  }
}

function page(head: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title>
<link rel="icon" href="data:,"><meta name="viewport" content="width=device-width">${head}</head>
<body><main><h1>A page</h1>${body}</main></body></html>`
}
