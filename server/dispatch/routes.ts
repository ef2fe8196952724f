import type { FastifyInstance } from 'fastify'
import { FORM_BYTES, JSON_BYTES } from '../http/reader.ts'
import type { Dispatch, Route } from './dispatch.ts'
import { MAX_PICTURE_BYTES } from '../profiles/encode.ts'

/** Multipart bodies hold a little more than the file. */
const MULTIPART_EXTRA_BYTES = 64 * 1024

/** Finds what serves a path. */
export type RouteFinder = (path: string) => Route | undefined

/** The path of an address, without a slash at its end. */
export function pathOf(url: string): string {
  const path = withoutHost(url).split('?', 1)[0] ?? '/'
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** Finds routes by path; those with a field in them are few, so they are tried one by one. */
export function createRouteFinder(routes: ReadonlyMap<string, Route>): RouteFinder {
  const patterns = [...routes.values()].filter(hasField).map((route) => ({
    route,
    pattern: new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`),
  }))
  return (path) => routes.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.route
}

/**
 * Rewrites the address of a call to the first path of its row, and any other to one without a host
 * (RFC 9112 §3.2.2). Rows have four paths each, and the framework takes its time over every one it
 * is told of, which a start would wait for.
 */
export function createRewriter(routes: ReadonlyMap<string, Route>): (url: string) => string {
  const firsts = firstPaths(routes)
  return (sent) => {
    const url = withoutHost(sent)
    const path = pathOf(url)
    const route = routes.get(path)
    const first = route === undefined || hasField(route) ? undefined : firsts.get(route.row)
    if (first === undefined || first === path) return url
    const query = url.indexOf('?')
    return query === -1 ? first : first + url.slice(query)
  }
}

/** Tells the framework of each row by its first path, and of each path that has a field in it. */
export function addRoutes(
  app: FastifyInstance,
  routes: ReadonlyMap<string, Route>,
  dispatch: Dispatch,
): void {
  const firsts = firstPaths(routes)
  for (const route of routes.values()) {
    const { path, row } = route
    if (!hasField(route) && firsts.get(row) !== path) continue
    app.route({
      method: [...row.methods],
      url: path,
      bodyLimit: bodyLimitOf(route),
      handler: (request, reply) =>
        dispatch.answer(routes.get(pathOf(request.originalUrl)) ?? route, request, reply),
    })
  }
}

function withoutHost(url: string): string {
  const host = /^https?:\/\/[^/?#]*/i.exec(url)?.[0]
  if (host === undefined) return url
  const rest = url.slice(host.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

function firstPaths(routes: ReadonlyMap<string, Route>): Map<Route['row'], string> {
  const firsts = new Map<Route['row'], string>()
  for (const route of routes.values()) {
    if (!hasField(route) && !firsts.has(route.row)) firsts.set(route.row, route.path)
  }
  return firsts
}

function hasField({ path }: Route): boolean {
  return path.includes(':')
}

function bodyLimitOf({ row }: Route): number {
  switch (row.body) {
    case 'form':
    case 'any-form':
      return FORM_BYTES
    case 'json':
      return JSON_BYTES
    case 'multipart':
      return MAX_PICTURE_BYTES + MULTIPART_EXTRA_BYTES
  }
}
