import { readdirSync } from 'node:fs'
import path from 'node:path'

const folder = path.join(import.meta.dirname, '../../../dist/site')

/** Addresses of the pages of the built site, such as `/ja/blog/2`, without those for unknown addresses. */
export function builtPages(): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html') && path.basename(name) !== '404.html')
    .map((name) => `/${name.replaceAll(path.sep, '/').replace(/(?:^index)?\.html$/, '')}`)
    .toSorted()
}

/** Whether an address is one of the Japanese pages. */
export function isJapanese(address: string): boolean {
  return address === '/ja' || address.startsWith('/ja/')
}
