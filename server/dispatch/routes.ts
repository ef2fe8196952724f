import { pathsOf, type Endpoint } from '#protocol/endpoint.ts'
import { otherPathsOf, type Family } from '#protocol/families.ts'
import type { Handler } from '../endpoints/handler.ts'
import { pathOf, withoutHost } from '../http/request-url.ts'

/** A path with the endpoint and handler that serve it. */
export interface Route {
  readonly endpoint: Endpoint
  readonly family: Family
  readonly path: string
  readonly handler: Handler<Endpoint>
}

/** Routes by path. */
export type Routes = ReadonlyMap<string, Route>

/**
 * Returns the routes of every endpoint, including the paths of central hosts and older clients.
 * Throws when two endpoints claim one path.
 */
export function createRoutes(
  groups: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>,
  handlers: Readonly<Record<string, Readonly<Record<string, Handler<Endpoint>>>>>,
): Routes {
  const routes = new Map<string, Route>()
  for (const [group, endpoints] of Object.entries(groups)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const handler = handlers[group]?.[name]
      if (handler === undefined) throw new Error(`no handler serves ${group}.${name}`)
      for (const { family, path } of pathsOf(endpoint)) {
        const other = routes.get(path)
        if (other !== undefined && other.endpoint !== endpoint) {
          const operations = `${other.endpoint.operation} and ${endpoint.operation}`
          throw new Error(`${path} is claimed by ${operations}`)
        }
        routes.set(path, other ?? { endpoint, family, path, handler })
      }
    }
  }
  for (const route of routes.values()) {
    for (const { family, path } of otherPathsOf(route.family, route.path)) {
      if (!routes.has(path)) routes.set(path, { ...route, family, path })
    }
  }
  return routes
}

/** Finds the route of a path. */
export type RouteFinder = (path: string) => Route | undefined

/** Returns a finder that also knows paths with parameters. */
export function createRouteFinder(routes: Routes): RouteFinder {
  // Few paths have a parameter, so trying one after another is fast enough.
  const patterns = [...routes.values()].filter(hasParameter).map((route) => ({
    route,
    pattern: new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`),
  }))
  return (path) => routes.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.route
}

/**
 * Returns a function that rewrites each path of an endpoint to its first one. Endpoints have four
 * paths each, and registering them all in Fastify would slow down the start.
 */
export function createRewriter(routes: Routes): (url: string) => string {
  const firstPaths = firstPathsOf(routes)
  return (sentUrl) => {
    const url = withoutHost(sentUrl)
    const path = pathOf(url)
    const route = routes.get(path)
    const first =
      route === undefined || hasParameter(route) ? undefined : firstPaths.get(route.endpoint)
    if (first === undefined || first === path) return url
    const query = url.indexOf('?')
    return query === -1 ? first : first + url.slice(query)
  }
}

/** Returns the routes that Fastify has to know: one per endpoint, and each with a parameter. */
export function routesToRegister(routes: Routes): Route[] {
  const firstPaths = firstPathsOf(routes)
  return [...routes.values()].filter(
    (route) => hasParameter(route) || firstPaths.get(route.endpoint) === route.path,
  )
}

function firstPathsOf(routes: Routes): Map<Endpoint, string> {
  const firstPaths = new Map<Endpoint, string>()
  for (const route of routes.values()) {
    if (!hasParameter(route) && !firstPaths.has(route.endpoint)) {
      firstPaths.set(route.endpoint, route.path)
    }
  }
  return firstPaths
}

function hasParameter({ path }: Route): boolean {
  return path.includes(':')
}
