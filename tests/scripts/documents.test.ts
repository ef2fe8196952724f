import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const folder = 'docs/recipes'
const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n')
const code = files
  .filter((file) => /\.(?:astro|css|json|mjs|tsx?)$/.test(file) && existsSync(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

/** Whether a path exists, given whole or by its end; parts in `<…>` are for the reader to fill. */
function isPath(text: string): boolean {
  const [known = ''] = text.replace('<language>', 'en').split(/<|\*|\{/)
  return files.some((file) => `/${file}`.includes(`/${known}`))
}

test.each(readdirSync(folder))('%s names files, commands and identifiers that exist', (recipe) => {
  const text = readFileSync(`${folder}/${recipe}`, 'utf8')
  const missing = Array.from(text.matchAll(/`([^`]+)`/g), ([, span = '']) => span).filter(
    (span) => {
      const script = /^node (\S+)/.exec(span)?.[1]
      if (script !== undefined) return !files.includes(script)
      const command = /^npm run ([\w:]+)/.exec(span)?.[1]
      if (command !== undefined) return !code.includes(`"${command}":`)
      if (/\s|^</.test(span)) return false
      // An address of the site has a page.
      if (span.startsWith('/')) return !isPath(`src/pages${span}`)
      if (span.includes('/') || /\.\w+$/.test(span)) return !isPath(span)
      return !code.includes(span.replace(/\(.*\)$/, ''))
    },
  )
  expect(missing).toEqual([])
})

/** Where variables are named; the table of settings is made from the code. */
const named = code + readFileSync('server/README.md', 'utf8')

/** Variables of programs of others. */
const foreign = new Set(['NODE_EXTRA_CA_CERTS', 'OIDC_SCOPES', 'USE_PKCE'])

/** What links of a document lead to, from its folder on; `#` and more is a heading. */
function targetsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8').replaceAll(/```[^]*?```|`[^`\n]*`/g, '')
  return Array.from(text.matchAll(/\]\((?!\w+:|\/)([^)\s]+)/g), ([, target = '']) => target)
}

/** Addresses of the headings of a document, as GitHub makes them. */
function headingsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8').replaceAll(/```[^]*?```/g, '')
  return Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test.each(files.filter((file) => file.endsWith('.md') && !/^(?:src\/content|tests)\//.test(file)))(
  '%s leads to files and headings that exist, and names scripts and variables that do',
  (file) => {
    const text = readFileSync(file, 'utf8')
    const dead = targetsOf(file).filter((target) => {
      const [place = '', heading] = target.split('#')
      const found = place === '' ? file : path.join(path.dirname(file), place)
      return !existsSync(found) || (heading !== undefined && !headingsOf(found).includes(heading))
    })
    const scripts = Array.from(
      text.matchAll(/\bnpm run (?:-s )?([\w:]+)/g),
      ([, name = '']) => name,
    )
    const variables = Array.from(text.matchAll(/\b[A-Z][A-Z\d]*_[A-Z\d_]+\b/g), ([name]) => name)
    expect(dead).toEqual([])
    expect(scripts.filter((name) => !code.includes(`"${name}":`))).toEqual([])
    expect(variables.filter((name) => !foreign.has(name) && !named.includes(name))).toEqual([])
  },
)

test.each(['security', 'captcha-accessibility'])('docs/%s.md names tests that exist', (name) => {
  const tests = files.map((file) => file.replace(/(?:\.test)?\.tsx?$/, ''))
  const spans = readFileSync(`docs/${name}.md`, 'utf8')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .flatMap((line) => Array.from((line.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)))
    .map(([, one = '']) => one)
  expect(spans.length).toBeGreaterThan(20)
  expect(spans.filter((one) => tests.every((file) => !`/${file}`.endsWith(`/${one}`)))).toEqual([])
})
