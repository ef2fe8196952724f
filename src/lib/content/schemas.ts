import { z } from 'astro/zod'
import { isDay } from '../dates.ts'
import { type Lang, languageName, languages } from '../languages.ts'
import { processors, systems } from '../systems.ts'

const DAY_HINT = 'write it as YYYY-MM-DD, for example 2026-11-21'

// A missing field and one of the wrong type need different advice.
function kind(expected: string, hint: string): (issue: { input?: unknown }) => string {
  return ({ input }) =>
    input === undefined || input === null ? `is missing: ${hint}` : `is not ${expected}: ${hint}`
}

/** A day as `YYYY-MM-DD`; YAML may have parsed it as a date already. */
function day(use: string): z.ZodType<string> {
  return z
    .preprocess(
      (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value),
      z.string({ error: kind('a day', DAY_HINT) }).refine(isDay, {
        error: (issue) => `"${String(issue.input)}" is not a day of the calendar: ${DAY_HINT}`,
      }),
    )
    .describe(use)
}

function text(use: string, hint: string, limit: number): z.ZodString {
  return z
    .string({
      error: (issue) =>
        kind(
          'text',
          issue.input === undefined || issue.input === null
            ? hint
            : Array.isArray(issue.input)
              ? 'write it without [ and ]'
              : 'put it between quotation marks',
        )(issue),
    })
    .regex(/\S/, `is empty: ${hint}`)
    .max(limit, { error: tooLong(limit) })
    .describe(use)
}

function tooLong(limit: number): (issue: { input?: unknown }) => string {
  return ({ input }) => {
    const length = typeof input === 'string' ? input.length : limit
    return `has ${length} characters, at most ${limit} fit: shorten it by ${length - limit}`
  }
}

const title = text(
  'Headline of the page',
  'write the headline, for example title: Faster search',
  90,
)
const description = text(
  'One or two sentences for lists, search engines and feeds',
  'write one or two sentences that say what the reader gets',
  220,
)

/** Front matter of a blog post. */
export const postSchema = z.strictObject({
  title,
  description,
  date: day('Day of publication; posts are sorted by it'),
  updated: day('Day of the last real change of the text').optional(),
  author: text('Key of a person in authors.json', 'write a key of src/content/authors.json', 60),
  tags: z
    .array(z.string('is not text: write keys of src/content/tags.json'), {
      error: kind('a list', 'write it between square brackets, for example [editor, review]'),
    })
    .min(1, 'is empty: name at least one topic, for example [editor]')
    .max(6, 'has more than six topics: keep the important ones')
    .refine(
      (tags) => new Set(tags).size === tags.length,
      'names a topic twice: remove one of the two',
    )
    .describe('Topics, in English in both languages'),
  cover: z
    .string('is not text: write ../pictures/ and the name of the file')
    .describe('Picture above the text and beside links on other sites; see coverAlt')
    .optional(),
  coverAlt: text(
    'What the cover shows, for those who cannot see it',
    'write what the cover shows, for somebody who cannot see it',
    160,
  ).optional(),
  draft: z
    .boolean('is neither true nor false: write draft: true, or leave the line out')
    .default(false)
    .describe('A draft is shown by `npm run dev` only'),
})

/** Three numbers without leading zeros, so that each release has one name. */
export const VERSION = /^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/

/** Front matter of a changelog entry; the file is named after the version. */
export const changeSchema = z.strictObject({
  version: z
    .string({ error: kind('text', 'write it in quotes, for example version: "1.0.0"') })
    .regex(
      VERSION,
      'is not a version: write three numbers without zeros before them, for example version: "1.0.0"',
    )
    .describe('Version with three numbers, in quotes'),
  date: day('Day of the release'),
  title,
  summary: text('One or two sentences', 'write one or two sentences that say what changed', 320),
})

/** Front matter of a legal text. */
export const legalSchema = z.strictObject({
  title,
  description,
  effective: day('Day from which the text holds'),
})

const inEachLanguage = z.strictObject(
  Object.fromEntries(languages.map((lang) => [lang, textIn(lang)])) as Record<Lang, z.ZodString>,
  {
    error: kind(
      'a text in each language',
      `write { ${languages.map((lang) => `"${lang}": "…"`).join(', ')} }`,
    ),
  },
)

function textIn(lang: Lang): z.ZodString {
  const name = languageName(lang)
  return z
    .string({ error: kind('text', `write it in ${name}`) })
    .min(1, `is empty: write it in ${name}`)
}

/** A topic in tags.json. */
export const tagSchema = inEachLanguage

// Message for a value that should be an object.
const group = { error: kind('a group of fields', 'write it between { and }, as elsewhere') }

/** A person in authors.json. */
export const authorSchema = z.strictObject(
  {
    name: z.string({ error: kind('text', 'write the name') }).min(1, 'is empty: write the name'),
    role: inEachLanguage,
    bio: inEachLanguage,
  },
  group,
)

function oneOf<const Names extends readonly string[]>(
  names: Names,
): z.ZodEnum<z.core.util.ToEnum<Names[number]>> {
  return z.enum(names, { error: kind('a name we know', `write one of ${names.join(', ')}`) })
}

const computer = { system: oneOf(systems), processor: oneOf(processors) }

const FILE_HINT = 'write the name of a file in public/downloads'
const BYTES_HINT = 'write how many bytes the file has'
const HASH_HINT = 'write the 64 letters and digits that sha256sum prints for the file'

const placedBuild = z.strictObject(
  {
    ...computer,
    file: z
      .string({ error: kind('text', FILE_HINT) })
      .regex(/^[\w.-]+$/, `is not the name of one file: ${FILE_HINT}`),
  },
  group,
)

const buildElsewhere = z.strictObject(
  {
    ...computer,
    url: z.url({
      protocol: /^https$/,
      error: kind('an address', 'write one that begins with https://'),
    }),
    bytes: z
      .number({ error: kind('a number', BYTES_HINT) })
      .int(`is not a whole number: ${BYTES_HINT}`)
      .positive(`is not more than 0: ${BYTES_HINT}`),
    sha256: z
      .string({ error: kind('text', HASH_HINT) })
      .regex(/^[0-9a-f]{64}$/, `is not a hash: ${HASH_HINT}`),
  },
  group,
)

/**
 * A build in builds.json: a file in public/downloads, or an external address with size and hash.
 */
export const buildSchema = z.union([placedBuild, buildElsewhere])

/** Returns the schema that a build most likely follows, for precise messages. */
export function buildSchemaOf(build: unknown): z.ZodType {
  return Object.hasOwn(Object(build), 'url') ? buildElsewhere : placedBuild
}

const amount = z
  .number({ error: kind('a number', 'write digits without quotation marks, for example 20') })
  .nonnegative('is less than 0: write 0 or more')

const price = z.strictObject({ monthly: amount, yearly: amount }, group)

/** A plan in plans.json, with its monthly price for each billing period. */
export const planSchema = z.strictObject(
  {
    perSeat: z.boolean('is neither true nor false: write true, or leave it out').default(false),
    prices: z.strictObject({ USD: price, JPY: price }, group),
  },
  group,
)
