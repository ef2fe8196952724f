// `npm run new post "Title"` and `npm run new change 1.0.1`: make files that pass the lint.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { stringify } from 'yaml'
import { type Lang, languages, mainLanguage } from '../src/lib/languages.ts'
import { allMessages } from '../src/messages/all-messages.ts'
import { isName, nameAdvice, nameFrom, takenName } from '../src/lib/content/post-name.ts'
import { postSchema, VERSION } from '../src/lib/content/schemas.ts'

const others = languages.filter((lang) => lang !== mainLanguage)

const USAGE = `Usage:
  npm run new post "Title of the post" -- [--author key] [--tags editor,review] [--name address] [${others.map((lang) => `--${lang}`).join('] [')}] [--only ${others.join('|')}]
  npm run new change 1.0.1`

const options = {
  author: { type: 'string' },
  tags: { type: 'string' },
  name: { type: 'string' },
  // Such as --only ja: no English text.
  only: { type: 'string' },
  // Such as --ja: a text in that language too.
  ...(Object.fromEntries(others.map((lang) => [lang, { type: 'boolean' }])) as Record<
    (typeof others)[number],
    { type: 'boolean' }
  >),
} as const

type Given = Partial<Record<'author' | 'tags' | 'name' | 'only', string> & Record<Lang, boolean>>

/** Most characters of an address that is made from a title. */
const MOST_LETTERS = 60

/** A mistake in the command, with how to write it. */
class Mistake extends Error {}

/** Writes the files of a command below `root`; returns their paths. */
export function makeContent(root: string, args: string[], today: string): string[] {
  const { values, positionals } = parse(args)
  const [kind, ...words] = positionals
  const text = words.join(' ').trim()
  if (kind === 'post') return makePost(root, text, values, today)
  if (kind === 'change') return makeChange(root, text, today)
  const slip = kind === undefined ? 'Say what to make.' : `There is no "${kind}" to make.`
  throw new Mistake(`${slip}\n${USAGE}`)
}

/**
 * Refuses a command of which npm kept options for itself, as it does with all that have no `--`
 * before them: a value would have become a word of the title. `env` is what npm hands on.
 */
export function ensureWhole(env: Readonly<Record<string, string | undefined>>): void {
  const kept = Object.keys(options).filter((name) => env[`npm_config_${name}`] !== undefined)
  if (kept.length === 0) return
  const names = kept.map((name) => `--${name}`).join(' and ')
  throw new Mistake(`npm kept ${names} for itself: write -- before the first option.\n${USAGE}`)
}

function parse(args: string[]): {
  values: Given
  positionals: string[]
} {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new Mistake(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
  }
}

function makePost(root: string, title: string, given: Given, today: string): string[] {
  if (title === '') throw new Mistake(`A post needs a title.\n${USAGE}`)
  const name = given.name ?? shortened(nameFrom(title))
  if (given.name !== undefined && !isName(name)) {
    throw new Mistake(`"${name}" ${nameAdvice(shortened(nameFrom(name)) || 'faster-search')}.`)
  }
  if (!/[a-z]/.test(name)) {
    throw new Mistake(
      `The address "/blog/${name}" has no Latin letters: name it, for example ${command(title, 'faster-search')}`,
    )
  }
  const taken = takenName(name)
  if (taken !== undefined) {
    throw new Mistake(`${taken}, for example ${command(title, `about-${name}`)}`)
  }
  const author = oneOf(root, 'authors.json', 'author', given.author)
  const tags = (given.tags?.split(',') ?? [undefined]).map((tag) =>
    oneOf(root, 'tags.json', 'topic', tag?.trim()),
  )
  return languagesOf(given).map((lang) => {
    const { description, body } = allMessages[lang].templates.post
    const head = { title, description, date: today, author, tags, draft: true }
    const [issue] = postSchema.safeParse(head).error?.issues ?? []
    if (issue !== undefined) throw new Mistake(`${issue.path.join('.')}: ${issue.message}`)
    return write(root, `src/content/blog/${lang}/${name}.md`, head, body)
  })
}

function languagesOf(given: Given): readonly Lang[] {
  if (given.only === undefined) {
    return [mainLanguage, ...others.filter((lang) => given[lang] === true)]
  }
  const only = languages.filter((lang) => lang === given.only)
  if (only.length === 0) throw new Mistake(`The site has no language "${given.only}".\n${USAGE}`)
  return only
}

function makeChange(root: string, version: string, today: string): string[] {
  if (!VERSION.test(version)) {
    const what = version === '' ? 'A release needs its version' : `"${version}" is no version`
    throw new Mistake(
      `${what}: write three numbers without zeros before them, such as 1.0.1.\n${USAGE}`,
    )
  }
  return languages.map((lang) => {
    const { title, summary, body } = allMessages[lang].templates.change
    const head = { version, date: today, title: title(version), summary }
    return write(root, `src/content/changelog/${lang}/${version}.md`, head, body)
  })
}

// npm takes options before the -- for its own.
function command(title: string, name: string): string {
  return `npm run new post ${JSON.stringify(title)} -- --name ${name}`
}

function shortened(name: string): string {
  return name.slice(0, MOST_LETTERS).replace(/-$/, '')
}

// Returns the given key if there is such an entry, else the first key.
function oneOf(root: string, file: string, what: string, key: string | undefined): string {
  const text = readFileSync(path.join(root, 'src/content', file), 'utf8')
  const known = Object.keys(JSON.parse(text) as object)
  const found = key === undefined ? known[0] : known.find((one) => one === key)
  if (found === undefined) {
    throw new Mistake(`There is no ${what} "${key ?? ''}": use one of ${known.join(', ')}.`)
  }
  return found
}

function write(root: string, file: string, head: object, body: string): string {
  const target = path.join(root, file)
  if (existsSync(target)) throw new Mistake(`${file} is there already; nothing was changed.`)
  mkdirSync(path.dirname(target), { recursive: true })
  // Topics in brackets, as the documentation shows them.
  const fields = stringify(head, { lineWidth: 0 })
  writeFileSync(
    target,
    `---\n${fields.replace(/^tags:\n((?: {2}- .*\n)+)/m, inBrackets)}---\n\n${body}`,
  )
  return file
}

function inBrackets(_all: string, items: string): string {
  const tags = items
    .trimEnd()
    .split('\n')
    .map((item) => item.replace(/^ *- /, ''))
  return `tags: [${tags.join(', ')}]\n`
}

if (import.meta.main) {
  try {
    ensureWhole(process.env)
    const today = new Date().toISOString().slice(0, 10)
    const files = makeContent(process.cwd(), process.argv.slice(2), today)
    console.log(`Made ${files.join(' and ')}.`)
    console.log('See it with npm run dev; npm run check:content says what is missing.')
  } catch (error) {
    if (!(error instanceof Mistake)) throw error
    console.error(error.message)
    process.exitCode = 2
  }
}
