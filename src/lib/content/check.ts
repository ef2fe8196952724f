import { existsSync, readdirSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import type { z } from 'astro/zod'
import { legalPages } from '../../site.ts'
import { isDay } from '../dates.ts'
import { type Lang, languages } from '../languages.ts'
import { type CheckedList, checkList, checkOtherLists } from './check-lists.ts'
import { checkNames } from './check-names.ts'
import { checkCover, checkPictureFile, checkWording } from './check-picture.ts'
import { checkText, type TextRules } from './check-text.ts'
import { type FrontMatter, readFrontMatter, readText, withoutHead } from './front-matter.ts'
import { describeIssue } from './issues.ts'
import { didYouMean } from './near.ts'
import { takenName } from './post-name.ts'
import type { ContentProblem } from './problems.ts'
import { authorSchema, changeSchema, legalSchema, postSchema, tagSchema } from './schemas.ts'
import { checkSameDay, type DayField, dayOfOriginal } from './same-day.ts'
import { sitePages } from './site-pages.ts'
import { leftovers } from './templates.ts'

/** A content file as a check sees it. */
export interface ContentFile {
  /** From the folder of the project on. */
  file: string
  path: string
  lang: Lang
  text: string
  head: FrontMatter | undefined
  values: Record<string, unknown>
}

/**
 * Signs that steer machines, other than the tab and the ends of lines, and those without width that
 * turn or part words; what joins the parts of an emoji or of a letter has its use.
 */
const UNSEEN =
  /[^\P{Cc}\t\n\r]|[\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/u

/** What was read, and what is wrong with it. */
export interface ContentReport {
  files: ContentFile[]
  problems: ContentProblem[]
}

interface Kind {
  folder: string
  schema: z.ZodType
  day: DayField
  /** Depth of the first heading in a text, below those of the page around it. */
  firstDepth: number
  /** Rules that need more than the one field: the file name, the other files. */
  also?: (file: ContentFile) => { field: string; message: string }[]
}

/**
 * Finds every problem in every content file below `root`, the folder that holds `src`, or in one
 * text alone.
 */
export function checkContent(root: string, only?: string): ContentProblem[] {
  return readContent(root, only).problems
}

/**
 * Reads every content file below `root`, or one text alone, and finds every problem in them.
 */
export function readContent(root: string, only?: string): ContentReport {
  const content = join(root, 'src', 'content')
  const authors = checkList(root, join(content, 'authors.json'), () => authorSchema)
  const tags = checkList(root, join(content, 'tags.json'), () => tagSchema)
  const kinds: Kind[] = [
    {
      folder: 'blog',
      schema: postSchema,
      day: 'date',
      firstDepth: 2,
      also: (file) => alsoOfPost(file, authors, tags),
    },
    {
      folder: 'changelog',
      schema: changeSchema,
      day: 'date',
      firstDepth: 3,
      also: alsoOfChange,
    },
    {
      folder: 'legal',
      schema: legalSchema,
      day: 'effective',
      firstDepth: 2,
      also: alsoOfLegal,
    },
  ]
  const pages = sitePages(root, tags.known)
  const problems = [...authors.problems, ...tags.problems, ...checkOtherLists(root)]
  const files: ContentFile[] = []
  const titles = new Map<string, string>()
  for (const kind of kinds) {
    problems.push(...checkNames(root, kind.folder))
    for (const lang of languages) {
      for (const path of markdownFiles(join(content, kind.folder, lang))) {
        if (only !== undefined && path !== only) continue
        const text = readText(path)
        const day = dayOfOriginal(join(content, kind.folder), lang, path, kind.day)
        const found = contentFile(root, path, lang, text)
        files.push(found)
        const rules: TextRules = {
          ...pages,
          headingCorrection: (page, heading) =>
            pages.headingCorrection(lang, page, heading, found.values),
          notYet: (page, heading) => pages.notYet(page, heading, found.values),
          lang,
          firstDepth: kind.firstDepth,
          pictureProblem: (target) => checkPictureFile(path, target),
        }
        const own = checkFile(found, kind, rules)
        const otherDay = checkSameDay(found.values, kind.day, day)
        if (otherDay !== undefined) own.push(atField(found, kind.day, otherDay))
        if (kind.folder === 'blog') own.push(...checkTitle(found, titles))
        problems.push(...own)
      }
    }
  }
  return { files, problems }
}

function contentFile(root: string, path: string, lang: Lang, text: string): ContentFile {
  const head = readFrontMatter(text)
  const values = head?.values
  return {
    file: relative(root, path).replaceAll('\\', '/'),
    path,
    lang,
    text,
    head,
    values: isRecord(values) ? values : {},
  }
}

function checkFile(found: ContentFile, kind: Kind, rules: TextRules): ContentProblem[] {
  const { file, text, head } = found
  const one = (line: number, field: string, message: string): ContentProblem[] => [
    { file, line, field, message },
  ]
  if (text.trim() === '') {
    return one(
      1,
      'front matter',
      'is missing, as the file is empty: run npm run new post "Title", and see docs/editing.md',
    )
  }
  const lineAt = (place: number): number => text.slice(0, place).split('\n').length
  const broken = text.indexOf('\uFFFD')
  if (broken >= 0) {
    return one(lineAt(broken), 'text', 'holds letters that cannot be read: save the file as UTF-8')
  }
  const unseen = text.search(UNSEEN)
  if (unseen >= 0) {
    return one(
      lineAt(unseen),
      'text',
      'holds a sign that is not seen and no text has: delete the words around it and write them again',
    )
  }
  if (!head) return one(1, 'front matter', missingHead(text))
  const problems: ContentProblem[] = head.faults.map((fault) => ({ file, ...fault }))
  for (const problem of checkText(withoutHead(text), rules)) problems.push({ file, ...problem })
  if (!isRecord(head.values)) {
    if (head.faults.length > 0) return problems
    return one(
      2,
      'front matter',
      'holds no fields: write each on a line of its own as title: Faster search, with a colon of the keyboard and a space',
    )
  }
  const report = (path: readonly PropertyKey[], message: string): void => {
    problems.push({ file, line: head.lineOf(path), field: path.map(String).join('.'), message })
  }
  const slipped = head.faults.map(({ field }) => field)
  const told = new Set(slipped)
  for (const issue of kind.schema.safeParse(head.values).error?.issues ?? []) {
    for (const { path, message } of describeIssue(issue, kind.schema)) {
      // What follows from the first slip of a field is gone with it.
      if (!told.has(path.join('.'))) report(path, message)
      told.add(path.join('.'))
    }
  }
  for (const { field, message } of kind.also?.(found) ?? []) {
    if (!slipped.includes(field)) report([field], message)
  }
  // A draft may still say what a new text says.
  for (const { field, line, message } of found.values.draft === true
    ? []
    : leftovers(text, found.values)) {
    if (line === undefined) report([field], message)
    else problems.push({ file, line, field, message })
  }
  return problems.toSorted((a, b) => a.line - b.line)
}

// Copies of a file keep its title most of all, and lists show two posts that nobody tells apart.
function checkTitle(found: ContentFile, titles: Map<string, string>): ContentProblem[] {
  const { file, lang } = found
  const { title } = found.values
  if (typeof title !== 'string' || title === '') return []
  const other = titles.get(`${lang} ${title}`)
  if (other === undefined) {
    titles.set(`${lang} ${title}`, file)
    return []
  }
  return [atField(found, 'title', `is that of ${other} too: write another`)]
}

function atField({ file, head }: ContentFile, field: string, message: string): ContentProblem {
  return { file, line: head?.lineOf([field]) ?? 1, field, message }
}

function missingHead(text: string): string {
  if (/^\s+---/.test(text))
    return 'does not begin on the first line: remove what stands before the first ---'
  if (text.startsWith('----'))
    return 'begins with more than three hyphens: write exactly three, here and below the last field'
  if (text.startsWith('---'))
    return 'has no end: write a line of three hyphens --- below the last field'
  return 'is missing: begin the file with a line ---, the fields, and another line ---'
}

function alsoOfPost(
  { path, values }: ContentFile,
  authors: CheckedList,
  tags: CheckedList,
): { field: string; message: string }[] {
  const slug = basename(path, '.md')
  const { author, tags: topics, date, updated, cover, coverAlt } = values
  const found: { field: string; message: string }[] = []
  const report = (field: string, message: string | undefined): void => {
    if (message !== undefined) found.push({ field, message })
  }
  report('file name', takenName(slug))
  if (typeof author === 'string' && author !== '' && isUnknown(author, authors)) {
    report(
      'author',
      `"${author}" is not in src/content/authors.json: ${suggested(author, authors.known, 'add the person there')}`,
    )
  }
  for (const topic of Array.isArray(topics) ? topics : []) {
    if (typeof topic === 'string' && isUnknown(topic, tags)) {
      report(
        'tags',
        `"${topic}" is not in src/content/tags.json: ${suggested(topic, tags.known, 'name the topic there in both languages')}`,
      )
    }
  }
  if (typeof date === 'string' && typeof updated === 'string' && updated < date) {
    report(
      'updated',
      `${updated} is before the day of publication, ${date}: correct one of the two`,
    )
  }
  // Somewhere it is tomorrow already.
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  if (
    typeof updated === 'string' &&
    isDay(updated) &&
    updated > tomorrow &&
    updated > String(date)
  ) {
    report('updated', `${updated} has not come yet: write the day on which the text last changed`)
  }
  if (typeof cover === 'string') {
    report('cover', checkCover(path, cover))
    if (coverAlt === undefined) {
      report('coverAlt', 'is missing: write what the cover shows, for somebody who cannot see it')
    } else if (typeof coverAlt === 'string') {
      report('coverAlt', checkWording(coverAlt, cover))
    }
  } else if (cover === undefined && coverAlt !== undefined) {
    report('coverAlt', 'describes a cover that is not there: add the cover, or remove the line')
  }
  return found
}

function alsoOfChange({ path, values }: ContentFile): { field: string; message: string }[] {
  const slug = basename(path, '.md')
  const { version } = values
  if (version === slug || typeof version !== 'string') return []
  return [
    {
      field: 'version',
      message: `"${version}" and the file name differ: name the file ${version}.md`,
    },
  ]
}

// Each is shown by a page of its own, which the foot of all pages links.
function alsoOfLegal({ path }: ContentFile): { field: string; message: string }[] {
  const names: ReadonlySet<string> = new Set(legalPages)
  const slug = basename(path, '.md')
  if (names.has(slug)) return []
  const otherwise = `name the file after one of ${legalPages.join(', ')}`
  return [
    { field: 'file name', message: `no page shows it: ${didYouMean(slug, names, otherwise)}` },
  ]
}

// Nothing is said about names while their own list cannot be read.
function isUnknown(name: string, { known }: CheckedList): boolean {
  return known.size > 0 && !known.has(name)
}

function suggested(word: string, known: ReadonlySet<string>, otherwise: string): string {
  return didYouMean(word, known, `use one of ${[...known].join(', ')}, or ${otherwise}`)
}

function markdownFiles(folder: string): string[] {
  // A language without a folder has no texts yet, which is not a mistake.
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md') && !entry.name.startsWith('.'))
    .map(({ name }) => join(folder, name))
    .toSorted()
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
