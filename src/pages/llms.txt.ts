import type { APIRoute } from 'astro'
import { overview } from '../collections/overview.ts'
import { langOf } from '../lib/languages.ts'

/** Overview of the site for language models (llmstxt.org). */
export const GET: APIRoute = async (context) =>
  new Response(await overview(langOf(context), context.site ?? context.url))
