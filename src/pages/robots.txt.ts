import type { APIRoute } from 'astro'

/** Allows everything and names the sitemap. */
export const GET: APIRoute = ({ site, url }) =>
  new Response(
    `User-agent: *\nAllow: /\n\nSitemap: ${new URL('/sitemap-index.xml', site ?? url).href}\n`,
  )
