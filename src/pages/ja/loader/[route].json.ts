import type { APIRoute } from 'astro'
import { loaderPaths, loaderReply } from '../../../collections/loaders.ts'

export const getStaticPaths = loaderPaths

/** Loader data of a route. */
export const GET: APIRoute = ({ params }) => loaderReply('ja', params['route'])
