import { settings } from '../../server/config/config.ts'

/** Names in capitals that others gave. */
const others = new Set([
  'AF_INET',
  'AF_INET6',
  'AF_NETLINK',
  'AF_UNIX',
  'BASE',
  'NODE_COMPILE_CACHE',
  'NODE_ENV',
  'POSTGRES_DB',
  'POSTGRES_PASSWORD_FILE',
  'POSTGRES_USER',
])

// Where a value is given to a name, or one is read; and whatever has an underscore, as in comments.
const name = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b|\b[A-Z][A-Z0-9]+(?==|: |, value)|(?<=env\.)\w+/g

/** Returns the names in a file of `deploy/` that look like settings. */
export function settingsIn(text: string): string[] {
  return [...new Set(text.match(name))].filter((one) => !others.has(one))
}

/** Returns those that are none, and names that are in capitals elsewhere. */
export function unknownSettings(text: string): string[] {
  const small = (text.match(/\b[a-z]\w*_\w+/gi) ?? []).filter((one) => {
    const large = one.toUpperCase()
    return one !== large && (others.has(large) || Object.hasOwn(settings, large))
  })
  return [...settingsIn(text).filter((one) => !Object.hasOwn(settings, one)), ...new Set(small)]
}
