import { readdirSync } from 'node:fs'
import { satteri } from '@astrojs/markdown-satteri'
import react from '@astrojs/react'
import sitemap from '@astrojs/sitemap'
import { cssText } from './scripts/lib/css-text.ts'
import { accountServer } from './src/integrations/account-server.ts'
import { contentCheck } from './src/integrations/content-check.ts'
import { keptPages } from './src/integrations/kept-pages.ts'
import { latePages } from './src/integrations/late-pages.ts'
import { ownTexts } from './src/integrations/own-texts.ts'
import { quickStart } from './src/integrations/quick-start.ts'
import { socialPictures } from './src/integrations/social-pictures.ts'
import { codeBlocks } from './src/lib/code-blocks.ts'
import { ownMarkdown } from './src/lib/markdown.ts'

/** Pages that say nothing to a search engine: forms and personal pages. */
const PRIVATE =
  /\/(login|sign-up|sign-out|reset-password|account-setting(\/components\/dashboard)?|search|solo-code|unsubscribe|banned|authorization|home|third-party-oauth|[\w-]+-callback(\/\w+)?)$/

/** Posts that exist in English only are shown below `/ja` too, but their address is the English one. */
const english = readdirSync('src/content/blog/en')
const japanese = new Set(readdirSync('src/content/blog/ja'))
const untranslated = new Set(
  english
    .filter((name) => !japanese.has(name))
    .map((name) => `/ja/blog/${name.replace(/\.md$/, '')}`),
)

// Not through `defineConfig`, which answers what it is given, and loads two hundred modules first.
/** @type {import('astro').AstroUserConfig} */
export default {
  site: process.env.SITE_URL ?? 'http://localhost:4321',
  outDir: process.env.SITE_OUT_DIR ?? './dist/site',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'never' },
  // The default of Astro 7 joins words across line breaks.
  compressHTML: true,
  prerenderConflictBehavior: 'error',
  i18n: { defaultLocale: 'en', locales: ['en', 'ja'] },
  integrations: [
    contentCheck(),
    accountServer(),
    ownTexts(),
    latePages(),
    quickStart(),
    keptPages(),
    socialPictures(),
    react(),
    sitemap({
      i18n: { defaultLocale: 'en', locales: { en: 'en', ja: 'ja' } },
      filter: (page) => {
        const { pathname } = new URL(page)
        return !PRIVATE.test(pathname) && !untranslated.has(pathname)
      },
      // As the pages say it themselves: English for readers of no other language.
      serialize: (page) => {
        const english = page.links?.find(({ lang }) => lang === 'en')
        return english === undefined
          ? page
          : { ...page, links: [...page.links, { ...english, lang: 'x-default' }] }
      },
    }),
  ],
  // Pictures of texts are made in two widths, as WebP, and keep their place while they load: for
  // phones with two dots to a pixel, and as wide as they are, which three dots need nearly all of.
  // Trying harder than 2 for smaller files takes half as long again and saves a twelfth.
  image: {
    layout: 'constrained',
    responsiveStyles: true,
    breakpoints: [750],
    service: { entrypoint: './src/lib/image-service.ts', config: { webp: { effort: 2 } } },
  },
  markdown: {
    // Astro's own takes longer than all else that is done to a text.
    syntaxHighlight: false,
    processor: ownMarkdown(satteri({ mdastPlugins: [codeBlocks] })),
  },
  // A script or stylesheet inside the page would need an exception in the content security policy.
  // A build beside the development server is none of its business.
  vite: {
    build: { assetsInlineLimit: 0 },
    server: { watch: { ignored: ['**/.cache/**', '**/dist/**'] } },
    plugins: [cssText],
  },
  devToolbar: { enabled: false },
}
