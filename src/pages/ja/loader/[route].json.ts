import type { APIRoute } from 'astro'
import { loaderPaths, loaderReply } from '../../../collections/loaders.ts'

export const getStaticPaths = loaderPaths

/** What the loader of a route answers. */
export const GET: APIRoute = ({ params }) => loaderReply('ja', params['route'])
