import type { APIRoute } from 'astro'
import { blogFeed } from '../../../collections/feed.ts'

/** The Japanese feed. */
export const GET: APIRoute = (context) => blogFeed('ja', context)
