import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { contentTypeOf } from '../../../server/http/content-types.ts'

interface Rule {
  pattern: RegExp
  headers: [name: string, value: string][]
}

/** A host that serves a folder and knows nothing but its `_headers`, as those of files do. */
export async function servePlaced(folder: string, port: number): Promise<{ close(): void }> {
  const rules = readRules(await readFile(path.join(folder, '_headers'), 'utf8'))
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = [pathname, `${pathname}.html`, `${pathname}/index.html`]
      .map((name) => path.join(folder, path.normalize(name)))
      .find((name) => existsSync(name) && statSync(name).isFile())
    const headers = Object.assign(
      {},
      ...rules
        .filter(({ pattern }) => pattern.test(pathname))
        .map((rule) => Object.fromEntries(rule.headers)),
    ) as Record<string, string>
    const shown = file ?? path.join(folder, '404.html')
    readFile(shown).then(
      (bytes) => {
        response.writeHead(file === undefined ? 404 : 200, {
          ...headers,
          'content-type': contentTypeOf(shown),
        })
        response.end(bytes)
      },
      (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
    )
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Reads `_headers`: a path on a line, its headers below it, further in. */
export function readRules(text: string): Rule[] {
  const rules: Rule[] = []
  for (const line of text.split('\n')) {
    if (line.startsWith('/')) {
      const body = line
        .replaceAll('.', String.raw`\.`)
        .replace('*', '.*')
        .replace(/:\w+/, '[^/]+')
      rules.push({ pattern: new RegExp(`^${body}$`), headers: [] })
    } else if (line.startsWith('  ')) {
      const [, name = '', value = ''] = /^ {2}([\w-]+): (.+)$/.exec(line) ?? []
      rules.at(-1)?.headers.push([name, value])
    }
  }
  return rules
}
