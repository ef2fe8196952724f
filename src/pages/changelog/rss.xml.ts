import type { APIRoute } from 'astro'
import { rssFeed } from '../../collections/feed.ts'

/** The feed of the releases in one language. */
export const GET: APIRoute = (context) => rssFeed('changelog', context)
