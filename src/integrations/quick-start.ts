import type { AstroIntegration } from 'astro'

/** What `src/content.config.ts` takes from Astro. */
const RUNNING = ['astro/content/config', 'astro/loaders', 'astro/zod']

/**
 * Leaves out what a start does for nobody. The configuration of the content is read through Vite,
 * which would turn all modules of Astro behind it into its own, though Astro runs already; and a
 * build would bundle React for a browser of a development server, which it never starts.
 */
export function quickStart(): AstroIntegration {
  return {
    name: 'quick-start',
    hooks: {
      'astro:config:setup'({ command, updateConfig }) {
        updateConfig({
          vite: {
            environments: { astro: { resolve: { external: RUNNING } } },
            plugins: [
              {
                name: 'quick-start',
                configResolved({ environments: { client } }) {
                  if (command !== 'dev' && client !== undefined) client.optimizeDeps.include = []
                },
              },
            ],
          },
        })
      },
    },
  }
}
