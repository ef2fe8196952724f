import { at, emailOf, isYes, joinName, textAt, timeAt } from '../fields.ts'
import { djangoHash } from '../django-hash.ts'
import type { ForeignAccount, Source, SourceOptions } from '../foreign-account.ts'
import { ImportError } from '../import-error.ts'
import { readCsv, readJson, readJsonLines } from '../read-file.ts'
import { eachOf, readRows, type ReadAccount } from '../read-rows.ts'

/** Fields of ours, which are read from columns of the same names unless `--map` says from where. */
const fields =
  'external_id email email_verified mobile mobile_verified username name locale created_at blocked state password_hash google github linked totp_secret lost_factor'.split(
    ' ',
  )

const closed = /^(?:banned|blocked|disabled|frozen|inactive|limited|suspended)$/i

/** Files of any shape. */
function mapped(read: (file: string) => AsyncIterable<unknown>): Source {
  return {
    read: (files, options) => {
      const paths = readPaths(options)
      const shape = {
        records: eachOf(read),
        id: paths.external_id ?? '',
        taken: Object.values(paths).flatMap((path) => path.split(/[+.]/)),
        toAccount: (row: object) => toAccount(row, paths, options),
      }
      return readRows(shape, files, options)
    },
  }
}

export const csv = mapped(readCsv)
export const ndjson = mapped(readJsonLines)

/** One array of people, at the top or as the only array of an object. */
export const json = mapped(async function* readItems(file) {
  const content = await readJson(file)
  const lists = [content, ...Object.values(content ?? {})].filter((value) => Array.isArray(value))
  const [list] = Array.isArray(content) ? [content] : lists
  if (list === undefined || (list !== content && lists.length > 1)) {
    throw new ImportError(`"${file}" has no array of people, or several: give one array.`)
  }
  yield* list
})

type Paths = Readonly<Record<string, string>>

function readPaths({ map }: SourceOptions): Paths {
  const wrong = [...map.keys()].find((field) => !fields.includes(field))
  if (wrong !== undefined) {
    throw new ImportError(`--map knows no field "${wrong}"; there are: ${fields.join(', ')}.`)
  }
  return Object.fromEntries(fields.map((field) => [field, map.get(field) ?? field]))
}

function toAccount(row: object, paths: Paths, { yes }: SourceOptions): ReadAccount {
  const text = (field: string): string | undefined =>
    joinName(...(paths[field] ?? '').split('+').map((path) => textAt(row, path)))
  const isTrue = (field: string): boolean => {
    const path = paths[field] ?? ''
    // A time at which it happened says so, too.
    return path === ':yes' || isYes(row, path, yes) || (timeAt(row, path) ?? 0) > 1e11
  }
  return {
    emails: emailOf(text('email'), isTrue('email_verified')),
    mobile: isTrue('mobile_verified') ? text('mobile') : undefined,
    username: text('username'),
    name: text('name'),
    locale: text('locale'),
    createdAt: timeAt(row, paths.created_at ?? ''),
    state: isTrue('blocked') || closed.test(text('state') ?? '') ? 'frozen' : 'active',
    hash: djangoHash(text('password_hash')),
    linked: [
      ...['google', 'github'].map((provider) => ({ provider, sub: text(provider) ?? '' })),
      ...linkedTexts(at(row, paths.linked ?? '')),
    ].filter(({ sub }) => sub !== ''),
    totpSeed: text('totp_secret'),
    losesFactor: !['', '0', 'f', 'false', 'no'].includes((text('lost_factor') ?? '').toLowerCase()),
  }
}

// Texts such as `google:1129`.
function linkedTexts(value: unknown): ForeignAccount['linked'] {
  return (Array.isArray(value) ? value : typeof value === 'string' ? value.split('|') : []).map(
    (item) => {
      const [provider = '', ...sub] = String(item).split(':')
      return { provider, sub: sub.join(':') }
    },
  )
}
