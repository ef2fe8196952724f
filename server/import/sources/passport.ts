import { at, listAt, textAt } from '../fields.ts'
import type { ForeignState, Source } from '../foreign-account.ts'
import { ImportError } from '../import-error.ts'
import { readJsonLines } from '../read-file.ts'
import { eachOf, readRows, type RecordShape } from '../read-rows.ts'

/** Names our own files in their first line. */
const FORMAT = 'passport-accounts/1'

/** The first line of an export: the last one will follow. */
export const HEAD_LINE = { format: FORMAT, hasEnd: true }

/** The last line of an export, which one that was stopped or cut off does not have. */
export const END_LINE = { isEnd: true }

const states: readonly ForeignState[] = ['active', 'frozen', 'limited', 'banned', 'cancelling']

const shape: RecordShape = {
  records: eachOf(async function* readLines(file) {
    const lines = readJsonLines(file)
    const { value: head } = await lines.next()
    if (textAt(head, 'format') !== FORMAT) {
      throw new ImportError(`"${file}" does not begin with {"format":"${FORMAT}"}.`)
    }
    let isCut = at(head, 'hasEnd') === true
    for await (const line of lines) {
      if (at(line, 'isEnd') === true) isCut = false
      else yield line
    }
    if (isCut) {
      throw new ImportError(
        `"${file}" has no last line ${JSON.stringify(END_LINE)}: the export was stopped, or the file cut off.`,
      )
    }
  }),
  readId: (line) => textAt(line, 'externalId'),
  taken:
    'externalId emails mobile username name locale createdAt state cancelAt hash linked totpSeed losesFactor'.split(
      ' ',
    ),
  toAccount: (line) => {
    const state = states.find((known) => known === at(line, 'state'))
    const cancelAt = numberAt(line, 'cancelAt')
    if (state === undefined || (state === 'cancelling' && cancelAt === undefined))
      return 'malformed'
    return {
      emails: listAt(line, 'emails').map((email) => ({
        address: textAt(email, 'address') ?? '',
        isVerified: at(email, 'isVerified') === true,
        isPrimary: at(email, 'isPrimary') === true,
      })),
      mobile: textAt(line, 'mobile'),
      username: textAt(line, 'username'),
      name: textAt(line, 'name'),
      locale: textAt(line, 'locale'),
      createdAt: numberAt(line, 'createdAt'),
      state,
      cancelAt,
      hash: textAt(line, 'hash'),
      linked: listAt(line, 'linked').map((link) => ({
        provider: textAt(link, 'provider') ?? '',
        sub: textAt(link, 'sub') ?? '',
      })),
      totpSeed: textAt(line, 'totpSeed'),
      losesFactor: at(line, 'losesFactor') === true,
    }
  },
}

/** Our own files, as `export` writes them. */
export const passport: Source = { read: (files, options) => readRows(shape, files, options) }

function numberAt(line: object, path: string): number | undefined {
  const found = at(line, path)
  return Number.isSafeInteger(found) ? (found as number) : undefined
}
