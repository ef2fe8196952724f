import type { APIRoute } from 'astro'
import { blogFeed } from '../../collections/feed.ts'

export const GET: APIRoute = (context) => blogFeed('en', context)
