import type { APIRoute } from 'astro'
import { overview } from '../../collections/overview.ts'

/** What there is on the site, for programs that read it on somebody's behalf (llmstxt.org). */
export const GET: APIRoute = async ({ site, url }) =>
  new Response(await overview('ja', site ?? url))
