import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { SEAL_ROOT_PLACEHOLDER } from '#protocol/placeholders.ts'
import { pagePolicy } from '../../server/http/headers.ts'
import { pageTypeOf } from '../../server/http/page-types.ts'
import { precompress } from '../lib/precompress.ts'
import { hostFiles, serverFiles } from './host-files.ts'

/** Input and output folders, and what the pages need to know of the account server. */
export interface Placing {
  /** Folders of the built site and the built element. */
  site: string
  element: string
  /**
   * The folder to make, with the files in `public` and settings of servers beside it; what it held
   * before is gone.
   */
  to: string
  /** Origin of the account server. */
  account: string
  /** Other origins of the captcha script. */
  captcha?: readonly string[]
  /** Public half of the account server's root key; without it the keys rest on TLS alone. */
  sealRoot?: string | undefined
  isCompressed?: boolean
}

/**
 * Makes a folder that any host of files can serve: the site and the element, with the address of
 * the account server in the pages alone: browsers cache other files for good. Existing builds are used.
 */
export async function placeSite(placing: Placing): Promise<void> {
  const { site, element, to, account, captcha = [], sealRoot, isCompressed = true } = placing
  if (sealRoot !== undefined && !/^[\w-]+$/.test(sealRoot)) {
    throw new Error('The root key is not the one line that "npm run server -- keys root" prints.')
  }
  const whole = `${to}.making`
  const output = path.join(whole, 'public')
  await rm(whole, { recursive: true, force: true })
  await mkdir(whole, { recursive: true })
  const pages = new Set(
    (await readdir(site, { recursive: true })).filter((name) => name.endsWith('.html')),
  )
  const isPage = (source: string, ending: string): boolean =>
    pages.has(path.relative(site, source).replace(ending, ''))
  await cp(site, output, {
    recursive: true,
    filter: (source) =>
      !isPage(source, '') && !isPage(source, /\.(?:br|gz)$/.exec(source)?.[0] ?? ''),
  })
  await cp(element, output, {
    recursive: true,
    filter: (source) =>
      // The versions that stay are for pages of others, which ask the account server.
      !/^\d+\.\d+\.\d+(?:$|[\\/])/.test(path.relative(element, source)) &&
      !/\/(?:admin|manifest\.json|openapi\.json|passport-(?:login(?:\.lite)?|enterprise|account)\.js)(?:\.(?:br|gz))?$/.test(
        source,
      ),
  })
  for (const name of [
    'passport-login.js',
    'passport-login.lite.js',
    'passport-enterprise.js',
    'passport-account.js',
  ]) {
    const text = await readFile(path.join(element, name), 'utf8')
    await writeFile(
      path.join(output, name),
      sealRoot === undefined ? text : text.replaceAll(SEAL_ROOT_PLACEHOLDER, sealRoot),
    )
  }
  for (const name of pages) {
    const html = await readFile(path.join(site, name), 'utf8')
    const address = `/${name.replaceAll(path.sep, '/')}`.replace(/(?:\/index)?\.html$/, '') || '/'
    await writeFile(path.join(output, name), placePage(html, address, account, captcha))
  }
  for (const [name, text] of Object.entries(hostFiles(account, captcha))) {
    await writeFile(path.join(output, name), text)
  }
  for (const [name, text] of Object.entries(serverFiles(account, captcha))) {
    await writeFile(path.join(whole, name), text)
  }
  if (isCompressed) await precompress(output)
  await rm(to, { recursive: true, force: true })
  await rename(whole, to)
}

/** Returns a page with the address of its account server and its content security policy. */
export function placePage(
  html: string,
  address: string,
  account: string,
  captcha: readonly string[] = [],
): string {
  const policy = pagePolicy({
    isHttps: account.startsWith('https:'),
    hasWasm: pageTypeOf(address) === 'search',
    account,
    captcha,
  }).join('; ')
  const placed = html
    .replace('<html ', `<html data-account="${account}" `)
    .replace(
      '<meta charset="utf-8">',
      `<meta charset="utf-8"><meta http-equiv="content-security-policy" content="${policy}">`,
    )
    .replaceAll(' action="/form/', ` action="${account}/form/`)
    .replaceAll(' href="/form/', ` href="${account}/form/`)
    .replaceAll('url=/form/', `url=${account}/form/`)
    .replaceAll(/(<passport-login [^>]*?)server=""/g, `$1server="${account}" telemetry=""`)
  if (!placed.includes('http-equiv="content-security-policy"')) {
    throw new Error(`${address} has no place for its policy: <meta charset="utf-8"> is not there.`)
  }
  return placed
}
