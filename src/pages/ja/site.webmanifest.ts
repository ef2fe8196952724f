import type { APIRoute } from 'astro'
import { webManifest } from '../../collections/manifest.ts'

/** The web manifest in one language. */
export const GET: APIRoute = () => webManifest('ja')
