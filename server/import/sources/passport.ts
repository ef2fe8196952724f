import { array, boolean, enums, is, number, object, optional, string } from 'superstruct'
import { leftOver, textAt } from '../fields.ts'
import type { Source } from '../foreign-account.ts'
import { ImportError } from '../import-error.ts'
import { readJsonLines } from '../read-file.ts'
import { readRows } from '../read-rows.ts'

/** The first line of our own files. */
export const FORMAT = 'passport-accounts/1'

const account = object({
  externalId: string(),
  emails: array(object({ address: string(), isVerified: boolean(), isPrimary: boolean() })),
  mobile: optional(string()),
  username: optional(string()),
  name: optional(string()),
  locale: optional(string()),
  createdAt: optional(number()),
  state: enums(['active', 'frozen', 'limited', 'banned', 'cancelling']),
  cancelAt: optional(number()),
  hash: optional(string()),
  linked: array(object({ provider: string(), sub: string() })),
  totpSeed: optional(string()),
})

const fields = Object.keys(account.schema)

/** Our own files, as `export` writes them. */
export const passport: Source = {
  async *read(files) {
    for (const file of files) {
      const lines = readJsonLines(file)
      const { value: head } = await lines.next()
      if (textAt(head, 'format') !== FORMAT) {
        throw new ImportError(`"${file}" does not begin with {"format":"${FORMAT}"}.`)
      }
      yield* readRows(lines, 'externalId', (line) => {
        const ignored = leftOver(line, fields)
        const known = Object.fromEntries(
          Object.entries(line).filter(([name, value]) => value !== null && !ignored.includes(name)),
        )
        return is(known, account) ? { account: known, ignored, losesFactor: false } : 'malformed'
      })
    }
  },
}
