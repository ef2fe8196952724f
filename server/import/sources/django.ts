import { djangoHash } from '../django-hash.ts'
import { at, emailOf, isYes, joinName, textAt, timeAt } from '../fields.ts'
import { readRecords } from '../read-file.ts'
import { eachOf, sourceOf } from '../read-rows.ts'

/** Django: `manage.py dumpdata auth.user`, with `account.emailaddress` where django-allauth proves addresses. */
export const django = sourceOf({
  records: eachOf(readUsers),
  id: 'pk',
  taken:
    'pk isProved password last_login username first_name last_name email is_active date_joined',
  toAccount: (user) => ({
    emails: emailOf(textAt(user, 'email'), isYes(user, 'isProved')),
    username: textAt(user, 'username'),
    name: joinName(textAt(user, 'first_name'), textAt(user, 'last_name')),
    createdAt: timeAt(user, 'date_joined'),
    state: at(user, 'is_active') === false ? 'frozen' : 'active',
    hash: djangoHash(textAt(user, 'password')),
    linked: [],
  }),
})

async function* readUsers(file: string): AsyncGenerator {
  const users: { pk: string | undefined; fields: object }[] = []
  const proved = new Set<string>()
  for await (const row of readRecords(file)) {
    const [pk, fields] = [textAt(row, 'pk'), at(row, 'fields')]
    if (textAt(fields, 'password') !== undefined) users.push({ pk, fields: fields as object })
    else if (textAt(row, 'model') === 'account.emailaddress' && isYes(fields, 'verified')) {
      proved.add(`${textAt(fields, 'user')} ${textAt(fields, 'email')}`)
    }
  }
  for (const { pk, fields } of users) {
    yield { ...fields, pk, isProved: proved.has(`${pk} ${textAt(fields, 'email')}`) }
  }
}
