import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import type { z } from 'astro/zod'
import { type Lang, languages } from '../languages.ts'
import { checkText, type TextRules } from './check-text.ts'
import { readFrontMatter } from './front-matter.ts'
import { authorSchema, changeSchema, legalSchema, postSchema, tagSchema } from './schemas.ts'

/** One thing a writer has to mend. */
export interface ContentProblem {
  file: string
  line: number
  field: string
  message: string
}

interface Kind {
  folder: string
  schema: z.ZodType
  /** Depth of the first heading in a text, below those of the page around it. */
  firstDepth: number
  /** Rules that need more than the one field: the file name, the other files. */
  also?: (slug: string, values: Record<string, unknown>) => { field: string; message: string }[]
}

/** Finds every problem in every content file below `root`, the folder that holds `src`. */
export function checkContent(root: string): ContentProblem[] {
  const content = join(root, 'src', 'content')
  const authors = checkList(root, join(content, 'authors.json'), authorSchema)
  const tags = checkList(root, join(content, 'tags.json'), tagSchema)
  const kinds: Kind[] = [
    {
      folder: 'blog',
      schema: postSchema,
      firstDepth: 2,
      also: (slug, { author, tags: topics }) => [
        ...numericName(slug),
        ...(typeof author !== 'string' || authors.known.has(author)
          ? []
          : [{ field: 'author', message: unknownAuthor(author, authors.known) }]),
        ...(Array.isArray(topics) ? topics : []).flatMap((topic: unknown) =>
          typeof topic !== 'string' || !/^[a-z0-9-]+$/.test(topic) || tags.known.has(topic)
            ? []
            : [{ field: 'tags', message: unknownTag(topic, tags.known) }],
        ),
      ],
    },
    {
      folder: 'changelog',
      schema: changeSchema,
      firstDepth: 3,
      also: (slug, { version }) =>
        version === slug || typeof version !== 'string'
          ? []
          : [
              {
                field: 'version',
                message: `"${version}" and the file name differ: name the file ${version}.md`,
              },
            ],
    },
    { folder: 'legal', schema: legalSchema, firstDepth: 2 },
  ]
  const site = siteOf(root, tags.known)
  const problems = kinds.flatMap((kind) =>
    languages.flatMap((lang) =>
      markdownFiles(join(content, kind.folder, lang)).flatMap((file) =>
        checkFile(root, file, kind, { ...site, lang, firstDepth: kind.firstDepth }),
      ),
    ),
  )
  return [...authors.problems, ...tags.problems, ...problems]
}

/** Writes a problem as `file:line field: message`, which editors and terminals turn into a link. */
export function formatProblem(problem: ContentProblem): string {
  return `${problem.file}:${problem.line} ${problem.field}: ${problem.message}`
}

function checkFile(root: string, path: string, kind: Kind, rules: TextRules): ContentProblem[] {
  const file = relative(root, path)
  const text = readFileSync(path, 'utf8')
  const head = readFrontMatter(text)
  if (!head) {
    const message = 'is missing: begin the file with a line ---, the fields, and another line ---'
    return [{ file, line: 1, field: 'front matter', message }]
  }
  if (head.faults.length > 0) {
    return head.faults.map(({ line, message }) => ({
      file,
      line,
      field: 'front matter',
      message: `${message}: put values with a colon or a quotation mark in quotes`,
    }))
  }
  const problems: ContentProblem[] = []
  const report = (path: readonly PropertyKey[], message: string): void => {
    const field = path.map(String).join('.') || 'front matter'
    problems.push({ file, line: head.lineOf(path), field, message })
  }
  for (const issue of kind.schema.safeParse(head.values).error?.issues ?? []) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        report([key], 'is not a field we know: correct its name or remove the line')
    } else {
      report(issue.path, issue.message)
    }
  }
  if (isRecord(head.values)) {
    for (const { field, message } of kind.also?.(basename(path, '.md'), head.values) ?? []) {
      report([field], message)
    }
  }
  for (const { field, line, message } of checkText(withoutHead(text), rules)) {
    problems.push({ file, line, field, message })
  }
  return problems.toSorted((one, two) => one.line - two.line)
}

// Its lines stay, so that those below keep their numbers.
function withoutHead(text: string): string {
  return text.replace(/^---\r?\n[\s\S]*?\r?\n---/, (head) => head.replaceAll(/[^\n]/g, ''))
}

// Which addresses there are, as far as files tell; a folder without pages is not judged.
function siteOf(
  root: string,
  tags: ReadonlySet<string>,
): Pick<TextRules, 'hasPage' | 'hasPicture'> {
  const pages = join(root, 'src/pages')
  const names = existsSync(pages)
    ? readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.astro'),
      )
    : []
  const fixed = new Set(names.map((name) => `/${name.replace(/(?:^|\/)?(?:index)?\.astro$/, '')}`))
  const slugs = new Set(
    languages.flatMap((lang: Lang) =>
      markdownFiles(join(root, 'src/content/blog', lang)).map((file) => basename(file, '.md')),
    ),
  )
  return {
    hasPage: (path) => {
      const [, folder, name = '', rest] = path.split('/')
      if (names.length === 0 || fixed.has(path)) return true
      if (folder !== 'blog') return /\.\w+$/.test(path) && existsSync(join(root, 'public', path))
      if (name === 'tags') return tags.has(rest ?? '')
      return name === '' || slugs.has(name) || /^(?:\d+|rss\.xml|feed\.json)$/.test(name)
    },
    hasPicture: (path) => existsSync(join(root, 'public', path)),
  }
}

/** Checks a JSON file of named things, such as people; `known` are their names. */
function checkList(
  root: string,
  path: string,
  schema: z.ZodType,
): { known: ReadonlySet<string>; problems: ContentProblem[] } {
  const file = relative(root, path)
  let list: unknown
  try {
    list = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const message = `cannot be read (${String(error)}): it must be a JSON object`
    return { known: new Set(), problems: [{ file, line: 1, field: basename(path), message }] }
  }
  const known = isRecord(list) ? Object.entries(list) : []
  const problems = known.flatMap(([id, entry]) =>
    (schema.safeParse(entry).error?.issues ?? []).map((issue) => ({
      file,
      line: 1,
      field: [id, ...issue.path.map(String)].join('.'),
      message: issue.message,
    })),
  )
  return { known: new Set(known.map(([id]) => id)), problems }
}

function numericName(slug: string): { field: string; message: string }[] {
  if (!/^\d+$/.test(slug)) return []
  const message = `"${slug}" is a number, and /blog/${slug} is page ${slug} of the list: give the file a name with letters`
  return [{ field: 'file name', message }]
}

function unknownAuthor(author: string, known: ReadonlySet<string>): string {
  const names = [...known].join(', ') || 'nobody yet'
  return `"${author}" is not in src/content/authors.json: use one of ${names}, or add the person there`
}

function unknownTag(tag: string, known: ReadonlySet<string>): string {
  return `"${tag}" is not in src/content/tags.json: use one of ${[...known].join(', ')}, or name the topic there in both languages`
}

function markdownFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .toSorted()
      .map((name) => join(folder, name))
  } catch (error) {
    // A language without a folder has no texts yet, which is not a mistake.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
