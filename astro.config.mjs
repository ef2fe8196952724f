import { globSync } from 'node:fs'
import react from '@astrojs/react'
import sitemap from '@astrojs/sitemap'
import { defineConfig } from 'astro/config'
import { cssText } from './scripts/lib/css-text.ts'
import { proofWorker } from './scripts/lib/proof-worker.ts'
import { accountServer } from './src/integrations/account-server.ts'
import { contentCheck } from './src/integrations/content-check.ts'
import { freshCache } from './src/integrations/fresh-cache.ts'
import { socialPictures } from './src/integrations/social-pictures.ts'
import { codeBlocks } from './src/lib/code-blocks.ts'
import { languages, mainLanguage, pathIn } from './src/lib/languages.ts'
import { markdown } from './src/lib/markdown.ts'
import { WIDEST_PX } from './src/lib/picture-sizes.ts'

/** Pages that say nothing to a search engine: forms and personal pages. */
const PRIVATE =
  /\/(404|login|sign-up|sign-out|reset-password|invitation|account-setting(\/components)?(\/\w+)?|search|solo-code|unsubscribe|banned|authorization|home|third-party-oauth|[\w-]+-callback(\/\w+)?)$/

/** Returns the English addresses of posts and legal texts that exist in a language. */
const texts = (lang) =>
  Object.entries({ blog: '/blog/', legal: '/' }).flatMap(([room, folder]) =>
    globSync('*.md', { cwd: `src/content/${room}/${lang}` }).map(
      (name) => folder + name.replace(/\.md$/, ''),
    ),
  )

/** Untranslated texts are shown in every language, but their address is the one in the main language. */
const untranslated = new Set(
  languages.flatMap((lang) => {
    const own = new Set(texts(lang))
    return texts(mainLanguage)
      .filter((address) => !own.has(address))
      .map((address) => pathIn(lang, address))
  }),
)

/** Small modules that the script of every page shares with others: one file instead of one each. */
const everyPage = {
  name: 'every-page',
  test: /vite\/preload-helper|\/protocol\/(?:placeholders|return-paths)\.ts$|\/src\/(?:site|lib\/account-origin|scripts\/(?:me|after-paint))\.ts$/,
}

const languageNames = { name: 'languages', test: /\/(?:languages|page-language)\.ts$/, priority: 1 }

/** What pages load for somebody who is signed in, with the client of the account server. */
const signedIn = {
  name: 'signed-in',
  test: /\/src\/(?:scripts\/(?:who-is-here|open-user-menu)|islands\/account-setting\/\w+)\.ts$/,
}

export default defineConfig({
  site: process.env.SITE_URL ?? 'http://localhost:4321',
  outDir: process.env.SITE_OUT_DIR ?? './dist/site',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'never' },
  // The default of Astro 7 joins words across line breaks.
  compressHTML: true,
  prerenderConflictBehavior: 'error',
  i18n: { defaultLocale: mainLanguage, locales: [...languages] },
  integrations: [
    contentCheck(),
    accountServer(),
    freshCache(),
    socialPictures(),
    react(),
    sitemap({
      i18n: {
        defaultLocale: mainLanguage,
        locales: Object.fromEntries(languages.map((lang) => [lang, lang])),
      },
      filter: (page) => {
        const { pathname } = new URL(page)
        return !PRIVATE.test(pathname) && !untranslated.has(pathname)
      },
      // As the pages say it themselves: the main language for readers of no other.
      serialize: (page) => {
        const main = page.links?.find(({ lang }) => lang === mainLanguage)
        return main === undefined
          ? page
          : { ...page, links: [...page.links, { ...main, lang: 'x-default' }] }
      },
    }),
  ],
  // Pictures of texts keep their place while they load. Their files are for phones with two dots to
  // a pixel, and for large screens with as many.
  image: { layout: 'constrained', responsiveStyles: true, breakpoints: [750, WIDEST_PX] },
  markdown: { processor: markdown(), syntaxHighlight: 'shiki', shikiConfig: codeBlocks },
  // A script or stylesheet inside the page would need an exception in the content security policy.
  // A build beside the development server is none of its business.
  vite: {
    build: { assetsInlineLimit: 0 },
    server: { watch: { ignored: ['**/.cache/**', '**/dist/**'] } },
    plugins: [cssText, proofWorker],
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: { codeSplitting: { groups: [everyPage, languageNames, signedIn] } },
          },
        },
      },
    },
  },
  devToolbar: { enabled: false },
})
