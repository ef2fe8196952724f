import type { APIRoute } from 'astro'
import { rssFeed } from '../../collections/feed.ts'

/** The feed of the posts in one language. */
export const GET: APIRoute = (context) => rssFeed('blog', context)
