import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { languages } from '../../protocol/languages.ts'
import { root } from './prepare.mjs'

/** One measured thing and the most it may weigh, in bytes after brotli at its highest quality. */
export interface Size {
  what: string
  bytes: number
  budget: number
}

interface Variant {
  preload: string[]
  messages: Record<string, string>
  others: Record<string, { files: string[]; messages: Record<string, string> }>
  files: string[]
}

interface Manifest extends Variant {
  entries: Record<string, { file: string }>
  lite: Variant
}

const KB = 1024
const element = path.join(root, 'dist/element')
const site = path.join(root, 'dist/site')

/** Allowance for languages beyond the three that the budgets are for, in KB. */
const further = (each: number): number => each * (languages.length - 3)

/** Weighs what the built element and site send, as a browser receives it. */
export function measureSizes(): Size[] {
  const manifest = JSON.parse(readFileSync(path.join(element, 'manifest.json'), 'utf8')) as Manifest
  const captcha = manifest.entries.captcha?.file ?? ''
  const consent = manifest.files.filter((file) => file.includes('/authorize-'))
  return [
    ...variantSizes('default', manifest, { ready: 83.5, all: 169.5 + further(0.3) }),
    ...variantSizes('lite', manifest.lite, { ready: 33.9, all: 108.6 + further(0.3) }),
    otherSize('console of an organization', manifest.others.enterprise, 41.9),
    otherSize('account', manifest.others.account, 56.2),
    filesSize('consent screen', consent, 6),
    filesSize('captcha script', [captcha], 10),
    filesSize('standalone captcha widget', ['captcha-door.js'], 29 + further(0.4)),
    pageSize('page without an island', 'changelog.html', 3),
    pageSize('list of posts', 'blog.html', 3.3),
  ]
}

/** Sizes of one build of the element; budgets are in KB. */
function variantSizes(
  name: string,
  { preload, messages, files }: Variant,
  budgets: { ready: number; all: number },
): Size[] {
  const [loader = ''] = preload
  const english = messages.en ?? ''
  const others = languages.filter((language) => language !== 'en').join('|')
  const foreign = new RegExp(`/(?:messages|later)-(?:${others})-`)
  // Not counted: numbering plans, which are data of the mobile field alone, and the captcha, which is no screen.
  const isScreen = (file: string): boolean =>
    !foreign.test(file) && !/\/(?:phone-metadata|captcha|challenge|clock)-/.test(file)
  const screens = files.filter(isScreen)
  return [
    {
      what: `${name}: loader`,
      bytes: servedLoader(loader),
      budget: (2.6 + further(0.02)) * KB,
    },
    filesSize(`${name}: sign-in ready`, [...preload, english], budgets.ready),
    filesSize(`${name}: all screens in English`, screens, budgets.all),
  ]
}

/** Size of an element without React and the sign-in element, which it shares. */
function otherSize(
  what: string,
  other: Variant['others'][string] | undefined,
  budget: number,
): Size {
  if (other === undefined) throw new Error(`the build has no element for the ${what}`)
  const english = other.messages.en ?? ''
  return filesSize(what, [...other.files, english], budget)
}

function filesSize(what: string, files: readonly string[], budget: number): Size {
  const bytes = files.reduce((sum, file) => sum + brotli(readFileSync(path.join(element, file))), 0)
  return { what, bytes, budget: budget * KB }
}

function pageSize(what: string, page: string, budget: number): Size {
  const html = readFileSync(path.join(site, page), 'utf8')
  const files = Array.from(html.matchAll(/<script[^>]+src="([^"]+)"/g), ([, src = '']) => src)
  const bytes = files.reduce((sum, file) => sum + brotli(readFileSync(path.join(site, file))), 0)
  return { what: `scripts of a ${what}`, bytes, budget: budget * KB }
}

// The server inserts its root key, 32 bytes that do not compress.
function servedLoader(file: string): number {
  const text = readFileSync(path.join(element, file), 'utf8')
  const key = createHash('sha256').update(text).digest('base64url')
  return brotli(Buffer.from(text.replace('__PASSPORT_SEAL_ROOT__', key)))
}

function brotli(bytes: Buffer): number {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}
