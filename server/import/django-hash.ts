const base64 = (text: string): string => Buffer.from(text).toString('base64').replaceAll('=', '')

/** Returns a hash of Django in the form that is stored here; other texts as they are. */
export function djangoHash(text: string | undefined): string | undefined {
  const [form = '', ...parts] = text?.split('$') ?? []
  const [first = '', salt = '', ...rest] = parts
  const hash = rest.at(-1)?.replaceAll('=', '') ?? ''
  switch (form) {
    case 'argon2':
    case 'bcrypt':
      return `$${parts.filter((part, at) => at > 0 || part !== '').join('$')}`
    case 'bcrypt_sha256':
      return `$bcrypt-sha256${text?.slice('bcrypt_sha256$'.length)}`
    case 'pbkdf2_sha1':
    case 'pbkdf2_sha256':
      return `$${form.replace('_', '-')}$i=${first}$${base64(salt)}$${hash}`
    case 'scrypt':
      return `$scrypt$ln=${Math.log2(Number(first))},r=${rest[0]},p=${rest[1]}$${base64(salt)}$${hash}`
    default:
      return text
  }
}
