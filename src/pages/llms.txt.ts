import type { APIRoute } from 'astro'
import { overview } from '../collections/overview.ts'

/** Overview of the site for language models (llmstxt.org). */
export const GET: APIRoute = async ({ site, url }) =>
  new Response(await overview('en', site ?? url))
