import type { APIRoute } from 'astro'
import { blogFeed } from '../../../collections/feed.ts'

/** The feed of the posts in one language. */
export const GET: APIRoute = (context) => blogFeed('ja', context)
