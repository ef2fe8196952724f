import type { APIRoute } from 'astro'
import { webManifest } from '../collections/manifest.ts'
import { langOf } from '../lib/languages.ts'

/** The web manifest in one language. */
export const GET: APIRoute = (context) => webManifest(langOf(context))
