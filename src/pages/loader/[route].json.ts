import type { APIRoute } from 'astro'
import { loaderPaths, loaderReply } from '../../collections/loaders.ts'
import { langOf } from '../../lib/languages.ts'

export const getStaticPaths = loaderPaths

/** Loader data of a route. */
export const GET: APIRoute = (context) => loaderReply(langOf(context), context.params['route'])
