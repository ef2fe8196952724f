import { at, isYes, textAt } from '../fields.ts'
import { mappedSource } from '../mapped-source.ts'
import { eachOf, readRecords } from '../read-file.ts'

/** Django: `manage.py dumpdata auth.user`, with `account.emailaddress` where django-allauth proves addresses. */
export const django = mappedSource({
  records: eachOf(readUsers),
  map: `external_id=pk username=username email=email email_verified=isProved
    name=first_name+last_name name=name created_at=date_joined blocked=!is_active password_hash=password`,
  taken: 'last_login',
})

async function* readUsers(file: string): AsyncGenerator {
  const users: { pk: string | undefined; fields: object }[] = []
  const proved = new Set<string>()
  for await (const row of readRecords(file)) {
    const [pk, fields] = [textAt(row, 'pk'), at(row, 'fields')]
    if (textAt(fields, 'password') !== undefined) users.push({ pk, fields: fields as object })
    else if (textAt(row, 'model') === 'account.emailaddress' && isYes(fields, 'verified')) {
      proved.add(keyOf(textAt(fields, 'user'), fields))
    }
  }
  for (const { pk, fields } of users) {
    yield { ...fields, pk, isProved: proved.has(keyOf(pk, fields)) }
  }
}

// Django keeps the letters that were typed, allauth small ones.
function keyOf(user: string | undefined, fields: unknown): string {
  return `${user} ${textAt(fields, 'email')?.toLowerCase()}`
}
