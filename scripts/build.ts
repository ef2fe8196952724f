// Builds what is stale: the element into dist/element, the site into dist/site; run by itself also
// the package for others into dist/package.
import { spawn } from 'node:child_process'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { isOrigin } from '../server/config/settings.ts'
import { nextDay } from '../src/lib/content/waiting.ts'
import { buildElement } from './build-element.ts'
import { precompress } from './lib/precompress.ts'
import { root } from './lib/prepare.mjs'
import { makeSearchIndex } from './lib/search-index.ts'
import { siteAddress } from './lib/site-address.ts'
import { fingerprint, isFresh, markFresh } from './lib/stale.ts'

const ELEMENT_INPUTS = [
  'protocol',
  'widget',
  'docs/openapi.json',
  'docs/admin-openapi.json',
  'scripts/build-element.ts',
  'scripts/element',
  'scripts/lib/precompress.ts',
  'package-lock.json',
  'package.json',
]
const SITE_INPUTS = [
  ...ELEMENT_INPUTS,
  'src',
  'public',
  'astro.config.mjs',
  'scripts/check-content.ts',
  'scripts/build.ts',
  'scripts/lib/search-index.ts',
]

/** Inputs of the search index and the compressed files. */
const FINISHERS = ['scripts', 'package-lock.json']

/** Settings of a site on another host. */
const {
  SITE_URL = '',
  PUBLIC_ACCOUNT_ORIGIN = '',
  PUBLIC_SEAL_ROOT,
  CAPTCHA_ORIGINS_SG = '',
  CAPTCHA_ORIGINS_VA = '',
} = process.env

const PACKAGE_INPUTS = ['scripts/build-package.ts', 'scripts/package', 'package.json', 'LICENSE']

/** Builds the element, when its inputs changed. */
export async function buildElementIfStale(log: (line: string) => void): Promise<void> {
  await step('element', ELEMENT_INPUTS, async () => {
    log('Building the element…')
    await buildElement({ outDir: path.join(root, 'dist/element') })
  })
}

/** Builds the element and then the site, each only when its inputs changed. */
export async function build(log: (line: string) => void): Promise<void> {
  await buildElementIfStale(log)
  const address = siteAddress(process.env)
  await step(
    'site',
    SITE_INPUTS,
    async () => {
      log(`Building the site for ${address}…`)
      await buildSite(address)
    },
    { setting: address, until: nextDay },
  )
}

/** Makes `dist/static`, the folder for another host, where the account server has an origin of its own. */
async function buildStatic(log: (line: string) => void): Promise<void> {
  if (PUBLIC_ACCOUNT_ORIGIN === '') return
  if (!isOrigin(PUBLIC_ACCOUNT_ORIGIN)) {
    throw new Error(
      `PUBLIC_ACCOUNT_ORIGIN is "${PUBLIC_ACCOUNT_ORIGIN}", but must be an origin such as https://account.example.com, without a path.`,
    )
  }
  if (SITE_URL === '') {
    throw new Error(
      'SITE_URL is not set, but a site on another host needs to know its own address, such as https://www.example.com.',
    )
  }
  log('Placing the site…')
  const { placeSite } = await import('./static/place-site.ts')
  await placeSite({
    site: path.join(root, 'dist/site'),
    element: path.join(root, 'dist/element'),
    to: path.join(root, 'dist/static'),
    account: PUBLIC_ACCOUNT_ORIGIN,
    captcha: `${CAPTCHA_ORIGINS_SG},${CAPTCHA_ORIGINS_VA}`.split(',').filter(isOrigin),
    sealRoot: PUBLIC_SEAL_ROOT || undefined,
  })
  log('Upload dist/static/public; docs/static-hosting.md says how.')
}

async function step(
  name: string,
  inputs: string[],
  make: () => Promise<void>,
  also: {
    setting?: string
    /** The day from which the same inputs make another output. */
    until?: (root: string, today: string) => string | undefined
  } = {},
): Promise<void> {
  const print = fingerprint(inputs) + (also.setting ?? '')
  const today = new Date().toISOString().slice(0, 10)
  if (isFresh(name, print, path.join(root, 'dist', name), today)) return
  await make()
  markFresh(name, print, also.until?.(root, today))
}

// A failed build must not leave half a site behind, so it is made elsewhere and swapped in; in a
// folder of its own, so that two builds at once do not take each other's files away.
async function buildSite(address: string): Promise<void> {
  const output = path.join(root, `.cache/site-${process.pid}`)
  const live = path.join(root, 'dist/site')
  const finishers = fingerprint(FINISHERS)
  const before = isFresh('finishers', finishers, live) ? live : undefined
  try {
    await astro(['build', '--outDir', output, '--silent'], address)
    await makeSearchIndex(output, before)
    await precompress(output, before)
    await rm(live, { recursive: true, force: true })
    await rename(output, live)
    markFresh('finishers', finishers)
  } finally {
    await rm(output, { recursive: true, force: true })
  }
}

function astro(args: string[], address: string): Promise<void> {
  const child = spawn(
    process.execPath,
    [path.join(root, 'node_modules/astro/bin/astro.mjs'), ...args],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        SITE_URL: address,
        ASTRO_TELEMETRY_DISABLED: '1',
        NODE_ENV: 'production',
      },
    },
  )
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error('The site did not build; the reason is above.')),
    )
  })
}

if (import.meta.main) {
  const log = (line: string): void => console.log(line)
  const all = async (): Promise<void> => {
    await build(log)
    await step('package', [...ELEMENT_INPUTS, ...PACKAGE_INPUTS], async () => {
      log('Building the package…')
      const { buildPackage } = await import('./build-package.ts')
      await buildPackage({ outDir: path.join(root, 'dist/package') })
    })
    await buildStatic(log)
  }
  await all().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
}
