import type { APIRoute } from 'astro'
import { jsonFeed } from '../../collections/feed.ts'

/** The feed of the posts in one language. */
export const GET: APIRoute = (context) => jsonFeed('blog', context)
