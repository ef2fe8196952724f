import { emailOf, at, joinName, leftOver, textAt, timeAt, isYes } from '../fields.ts'
import type { Source } from '../foreign-account.ts'
import { readRecords } from '../read-file.ts'
import { readRows } from '../read-rows.ts'
import { djangoHash } from '../django-hash.ts'

const taken = 'password last_login username first_name last_name email is_active date_joined'.split(
  ' ',
)

/** Django: `manage.py dumpdata auth.user`, with `account.emailaddress` where django-allauth proves addresses. */
export const django: Source = {
  async *read(files) {
    for (const file of files) {
      const users: unknown[] = []
      const proved = new Set<string>()
      for await (const row of readRecords(file)) {
        if (textAt(row, 'fields.password') !== undefined) users.push(row)
        else if (textAt(row, 'model') === 'account.emailaddress' && isYes(row, 'fields.verified')) {
          proved.add(`${textAt(row, 'fields.user')} ${textAt(row, 'fields.email')}`)
        }
      }
      yield* readRows(users, 'pk', (row) => {
        const user = at(row, 'fields')
        const address = textAt(user, 'email')
        return {
          account: {
            emails: emailOf(address, proved.has(`${textAt(row, 'pk')} ${address}`)),
            username: textAt(user, 'username'),
            name: joinName(textAt(user, 'first_name'), textAt(user, 'last_name')),
            createdAt: timeAt(user, 'date_joined'),
            state: at(user, 'is_active') === false ? 'frozen' : 'active',
            hash: djangoHash(textAt(user, 'password')),
            linked: [],
          },
          ignored: leftOver(user, taken),
          losesFactor: false,
        }
      })
    }
  },
}
