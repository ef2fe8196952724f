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

/** Name of the template of a page, the same for its translation and for others of its kind. */
export function templateOf(address: string): string {
  return address
    .replace(/^\/ja(?=\/|$)/, '')
    .replace(/\/\d+$/, '')
    .replace(/^\/blog\/tags\/[^/]+$/, '/blog/tags/*')
    .replace(/^\/blog\/[^/]+$/, '/blog/*')
    .replace(/^\/third-party-oauth-callback\/\w+$/, '/third-party-oauth-callback/*')
}
