import type { APIRoute } from 'astro'
import { blogJsonFeed } from '../../../collections/feed.ts'

/** The feed of the posts in one language. */
export const GET: APIRoute = (context) => blogJsonFeed('ja', context)
