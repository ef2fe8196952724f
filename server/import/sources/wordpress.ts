import { emailOf, leftOver, textAt, timeAt } from '../fields.ts'
import type { Source } from '../foreign-account.ts'
import { readCsv } from '../read-file.ts'
import { readRows } from '../read-rows.ts'

const taken =
  'ID user_login user_pass user_nicename user_email user_registered user_status display_name'.split(
    ' ',
  )

/** WordPress: the table `wp_users` as CSV. It does not know whether an address was proved. */
export const wordpress: Source = {
  async *read(files) {
    for (const file of files) {
      yield* readRows(readCsv(file), 'ID', (row) => ({
        account: {
          emails: emailOf(textAt(row, 'user_email'), false),
          username: textAt(row, 'user_login'),
          name: textAt(row, 'display_name'),
          createdAt: timeAt(row, 'user_registered'),
          state: (textAt(row, 'user_status') ?? '0') === '0' ? 'active' : 'frozen',
          hash: textAt(row, 'user_pass'),
          linked: [],
        },
        ignored: leftOver(row, taken),
        losesFactor: false,
      }))
    }
  },
}
