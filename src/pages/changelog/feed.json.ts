import type { APIRoute } from 'astro'
import { jsonFeed } from '../../collections/feed.ts'

/** The feed of the releases in one language. */
export const GET: APIRoute = (context) => jsonFeed('changelog', context)
