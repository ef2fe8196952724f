import { accountStates } from '#protocol/admin-objects.ts'
import { at, linksAt, listAt, textAt } from '../fields.ts'
import { ImportError } from '../import-error.ts'
import { mappedSource } from '../mapped-source.ts'
import { eachOf, readJsonLines } from '../read-file.ts'

/** Names our own files in their first line. */
const FORMAT = 'passport-accounts/1'

/** The first line of an export: the last one will follow. */
export const HEAD_LINE = { format: FORMAT, hasEnd: true }

/** The last line of an export, which one that was stopped or cut off does not have. */
export const END_LINE = { isEnd: true }

/** Our own files, as `export` writes them. */
export const passport = mappedSource({
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
  map: `external_id=externalId mobile=mobile mobile_verified=:yes username=username name=name locale=locale
    password_hash=hash totp_secret=totpSeed`,
  taken: 'emails createdAt state cancelAt linked losesFactor',
  change: (line) => {
    const state = accountStates.find((known) => known === at(line, 'state'))
    const cancelAt = numberAt(line, 'cancelAt')
    if (state === undefined || (state === 'cancelling' && cancelAt === undefined))
      return 'malformed'
    return {
      emails: listAt(line, 'emails').map((email) => ({
        address: textAt(email, 'address') ?? '',
        isVerified: at(email, 'isVerified') === true,
        isPrimary: at(email, 'isPrimary') === true,
      })),
      createdAt: numberAt(line, 'createdAt'),
      state,
      cancelAt,
      linked: linksAt(line, 'linked', { provider: 'provider', sub: 'sub' }),
      losesFactor: at(line, 'losesFactor') === true,
    }
  },
})

function numberAt(line: object, path: string): number | undefined {
  const found = at(line, path)
  return Number.isSafeInteger(found) ? (found as number) : undefined
}
