import { colours } from '#protocol/theme.ts'
import { type Lang, pathIn } from '../lib/languages.ts'
import { allMessages } from '../messages/all-messages.ts'
import { site } from '../site.ts'

/** The web manifest in one language: name and icons for home screens. */
export function webManifest(lang: Lang): Response {
  const { description } = allMessages[lang].home
  const manifest = {
    name: site.name,
    short_name: site.name,
    description,
    lang,
    start_url: pathIn(lang, '/'),
    display: 'browser',
    background_color: colours.bg.light,
    theme_color: colours.bg.light,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    ],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json' },
  })
}
