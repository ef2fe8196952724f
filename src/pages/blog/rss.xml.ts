import type { APIRoute } from 'astro'
import { blogFeed } from '../../collections/feed.ts'

/** The English feed. */
export const GET: APIRoute = (context) => blogFeed('en', context)
