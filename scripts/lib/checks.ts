import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from './prepare.mjs'

/** What `npm run check` runs, under this name. */
export interface Check {
  readonly name: string
  /** Script and arguments for Node. */
  readonly args: readonly string[]
  /** Folders or files to look at. */
  readonly places?: readonly string[]
  /** Files whose change makes it worth running; undefined where a change alone says nothing. */
  readonly reads?: RegExp
  /** Whether it can look at single files. */
  readonly takesFiles?: boolean
}

const bin = 'node_modules'
const code = /\.(?:ts|tsx|mjs|js)$/

/** All checks, the slow ones first. */
export const checks: readonly Check[] = [
  {
    name: 'types',
    args: [`${bin}/@typescript/native/bin/tsc`, '-b'],
    reads: /\.tsx?$|(?:^|\/)(?:tsconfig[^/]*|package-lock)\.json$/,
  },
  {
    name: 'astro',
    args: [`${bin}/astro/bin/astro.mjs`, 'check', '--tsconfig', 'src/tsconfig.json'],
    reads: /\.astro$/,
  },
  {
    name: 'lint',
    args: [
      `${bin}/oxlint/bin/oxlint`,
      '--type-aware',
      '--deny-warnings',
      '--no-error-on-unmatched-pattern',
    ],
    reads: code,
    takesFiles: true,
  },
  {
    name: 'format',
    args: [`${bin}/oxfmt/bin/oxfmt`, '--check', '--no-error-on-unmatched-pattern'],
    reads: /\.(?:css|json|md|mjs|ts|tsx|ya?ml)$/,
    takesFiles: true,
  },
  {
    name: 'format of pages',
    args: [
      `${bin}/prettier/bin/prettier.cjs`,
      '--check',
      '--cache',
      '--cache-location',
      '.cache/prettier',
    ],
    places: ['src/**/*.astro'],
    reads: /\.astro$/,
    takesFiles: true,
  },
  { name: 'dead code', args: [`${bin}/knip/bin/knip.js`] },
  {
    name: 'content',
    args: ['scripts/check-content.ts'],
    reads: /^src\/(?:content|lib\/content)|^cspell\.json$/,
  },
  { name: 'house rules', args: ['scripts/check-house.ts'], reads: /\.(?:astro|css|md|tsx?)$/ },
  { name: 'import cycles', args: ['scripts/check-import-cycles.ts'], reads: /\.tsx?$/ },
  {
    name: 'names',
    args: ['scripts/check-names.ts'],
    places: ['bench', 'protocol', 'puzzles', 'scripts', 'server', 'src', 'tests', 'widget'],
    reads: /\.tsx?$/,
    takesFiles: true,
  },
  generated('protocol document', 'make-protocol-doc', /^protocol\/|^docs\/protocol\.md$/),
  generated(
    'OpenAPI documents',
    'make-openapi',
    /^protocol\/|^scripts\/openapi\/|^docs\/(?:admin-)?openapi/,
  ),
  generated('theme', 'make-theme', /^protocol\/theme\./),
  generated('languages', 'make-languages', /languages\.ts$|\/messages\//),
  generated('element document', 'make-element-doc', /^widget\/(?:README\.md|src\/base\/)/),
  generated('settings document', 'make-settings-doc', /^server\/(?:README\.md|config\/)/),
  { name: 'alerts', args: ['scripts/check-alerts.ts'], reads: /^(?:tests\/)?deploy\/.*\.yml$/ },
  {
    name: 'deployment files',
    args: ['scripts/check-deployment.ts'],
    reads: /^deploy\/|^scripts\/(?:check-deployment|deployment\/)/,
  },
  {
    name: 'image',
    args: ['scripts/check-image.ts'],
    reads: /^deploy\/.*(?:Dockerfile|mjs)$|^\.dockerignore$|^scripts\/(?:check-image|deployment\/)/,
  },
  {
    name: 'proxies',
    args: ['tests/deploy/behind-proxies.ts'],
    reads: /^deploy\/(?:nginx\.conf|Caddyfile)$|^tests\/deploy\//,
  },
  { name: 'sizes', args: ['scripts/check-sizes.ts'] },
]

function generated(name: string, script: string, reads: RegExp): Check {
  return { name, args: [`scripts/${script}.ts`, '--check'], reads }
}

/** Returns the checks that changed files are worth, which look at these alone where they can. */
export function checksOf(changed: readonly string[]): Check[] {
  return checks.flatMap((check) => {
    const files = changed.filter((file) => check.reads?.test(file))
    if (files.length === 0) return []
    if (!check.takesFiles) return [check]
    const there = files.filter((file) => existsSync(path.join(root, file)))
    return there.length === 0 ? [] : [{ ...check, places: there }]
  })
}

/** Files that differ from the branch `main`, or from the last commit on it; new ones included. */
export function changedFiles(): string[] {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const names = git('for-each-ref', '--format=%(refname:short)', 'refs/heads/main')
  const from = names === '' ? 'HEAD' : git('merge-base', 'HEAD', names)
  const changed = git('diff', '--name-only', '-z', from).split('\0')
  const added = git('ls-files', '--others', '--exclude-standard', '-z').split('\0')
  return [...changed, ...added].filter((file) => file !== '')
}
