import type { APIRoute } from 'astro'
import { builds } from '../../collections/builds.ts'

/** Checksums of every build, as `sha256sum --check` reads them. */
export const GET: APIRoute = async () => {
  const lines = (await builds()).map(({ sha256, fileName }) => `${sha256}  ${fileName}\n`)
  return new Response(lines.join(''), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
