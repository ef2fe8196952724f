import type { AstroIntegration } from 'astro'

const ID = 'astro:content-module-imports'

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
            server: { watch: { ignored: ['**/.astro/**'] } },
            plugins: [
              {
                name: 'own-texts',
                resolveId: { order: 'pre', handler: (id) => (id === ID ? `\0${ID}` : undefined) },
                load: (id) => (id === `\0${ID}` ? LIST : undefined),
              },
            ],
          },
        })
      },
    },
  }
}

/** What Astro takes from its list: for the name of a file, what imports it. */
const LIST = `
const own = 'astro:content-layer-deferred-module'
export default {
  get: (fileName) => () => {
    const query = new URLSearchParams({ [own]: '', fileName, astroContentModuleFlag: 'true' })
    return import(/* @vite-ignore */ own + '?' + query)
  },
}
`
