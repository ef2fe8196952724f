import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { pageTypeOf } from './page-types.ts'
import { safeNextOf } from './safe-next.ts'

type Request = Pick<FastifyRequest, 'headers'>

/**
 * Returns the address of the sign-in page that a request came from; undefined for any other page.
 * Browsers tell it to their own site in full, also where no script has run.
 */
export function signInPageBefore(
  { headers }: Request,
  { PUBLIC_ORIGIN, SITE_ORIGIN }: Config,
): URL | undefined {
  const page = URL.parse(headers.referer ?? '')
  const isOurs = page?.origin === PUBLIC_ORIGIN || page?.origin === SITE_ORIGIN
  return isOurs && pageTypeOf(page.pathname) === 'signIn' ? page : undefined
}

/**
 * Returns the query that a sign-in page takes over from the one that links to it, which only scripts
 * write into the link: all of it for another language, `next` for another form.
 */
export function keptQuery(
  request: Request,
  path: string,
  config: Config,
  isKnownOrigin: (origin: string) => boolean,
): string {
  const before = pageTypeOf(path) === 'signIn' ? signInPageBefore(request, config) : undefined
  if (before === undefined || before.pathname === path) return ''
  const isSameForm = formOf(before.pathname) === formOf(path)
  const query = new URLSearchParams(isSameForm ? before.search : '')
  const next = before.searchParams.get('next')
  if (next !== null) query.set('next', safeNextOf(config, next, isKnownOrigin))
  return query.toString()
}

function formOf(path: string): string {
  return path.slice(path.lastIndexOf('/'))
}
