import type { AstroIntegration } from 'astro'

/** The list of Astro. */
const ID = 'astro:content-module-imports'
/** Ours; below the name that Astro has for its own, its file would be read. */
const OWN_ID = '\0own-texts'

/**
 * While developing, texts are rendered when a page is asked for. Astro finds them by a list in
 * `.astro`, which a build beside it writes anew, without them; so they are found by their names.
 */
export function ownTexts(): AstroIntegration {
  return {
    name: 'own-texts',
    hooks: {
      'astro:config:setup'({ command, updateConfig }) {
        if (command !== 'dev') return
        updateConfig({
          vite: {
            // What Astro writes there, it tells its own server by itself.
            server: {
              watch: {
                ignored: ['**/.astro/**'],
                // Editors empty a file before they write it: it would be read in between.
                awaitWriteFinish: { stabilityThreshold: 20, pollInterval: 10 },
              },
            },
            plugins: [
              {
                name: 'own-texts',
                resolveId: { order: 'pre', handler: (id) => (id === ID ? OWN_ID : undefined) },
                load: (id) => (id === OWN_ID ? LIST : undefined),
              },
            ],
          },
        })
      },
    },
  }
}

/** What Astro takes from its list: for the name of a file below the project, what renders it. */
const LIST = `
export default {
  get: (fileName) => () => import(/* @vite-ignore */ '/' + fileName + '?astroRenderContent'),
}
`
