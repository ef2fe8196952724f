import { emailOf, textAt, timeAt } from '../fields.ts'
import { readCsv } from '../read-file.ts'
import { eachOf, sourceOf } from '../read-rows.ts'

/** WordPress: the table `wp_users` as CSV. It does not know whether an address was proved. */
export const wordpress = sourceOf({
  records: eachOf(readCsv),
  id: 'ID',
  taken:
    'ID user_login user_pass user_nicename user_email user_registered user_status display_name',
  toAccount: (row) => ({
    emails: emailOf(textAt(row, 'user_email'), false),
    username: textAt(row, 'user_login'),
    name: textAt(row, 'display_name'),
    createdAt: timeAt(row, 'user_registered'),
    state: (textAt(row, 'user_status') ?? '0') === '0' ? 'active' : 'frozen',
    hash: textAt(row, 'user_pass'),
    linked: [],
  }),
})
