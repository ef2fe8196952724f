import { PassportError } from '../lib/passport-error.ts'
import { parseForm, type Fields } from './parse-fields.ts'

/** Returns the path of a request URL, without host, query and trailing slash. */
export function pathOf(url: string): string {
  const path = withoutHost(url).split('?', 1)[0] ?? '/'
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** Returns a request URL in origin form: clients of proxies send the whole URL (RFC 9112 §3.2.2). */
export function withoutHost(url: string): string {
  const host = /^https?:\/\/[^/?#]*/i.exec(url)?.[0]
  if (host === undefined) return url
  const rest = url.slice(host.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Returns the query of a URL, without the question mark. */
export function queryOf(url: string): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start + 1)
}

/** Parses the query of a URL. Throws bad_body for broken escapes. */
export function readQuery(url: string): Fields {
  try {
    return parseForm(queryOf(url))
  } catch {
    throw new PassportError('bad_body')
  }
}
