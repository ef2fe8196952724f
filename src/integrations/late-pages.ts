import type { AstroIntegration } from 'astro'

/** What a page says of itself: when it was asked for, in milliseconds since 1970. */
const ASKED = 'late-pages:asked'

/**
 * While developing, a save reloads the open pages, often twice: for the text, and for the lists that
 * it stands in. A page that is being loaded the first time when the second comes does not hear of
 * it, and would show the old list for good. So each says when it was asked for, and one that is older
 * than the last reload is reloaded.
 */
export function latePages(): AstroIntegration {
  return {
    name: 'late-pages',
    hooks: {
      'astro:config:setup'({ command, injectScript }) {
        if (command !== 'dev') return
        injectScript('page', `import.meta.hot?.send('${ASKED}', performance.timeOrigin)`)
      },
      'astro:server:setup'({ server }) {
        const { hot } = server.environments.client
        let reloadedAt = 0
        const send: (...message: unknown[]) => void = hot.send.bind(hot)
        hot.send = (...message: unknown[]) => {
          if (isReload(message[0])) reloadedAt = Date.now()
          send(...message)
        }
        hot.on(ASKED, (askedAt: number, page) => {
          if (askedAt < reloadedAt) page.send({ type: 'full-reload' })
        })
      },
    },
  }
}

function isReload(message: unknown): boolean {
  return (
    typeof message === 'object' &&
    message !== null &&
    'type' in message &&
    message.type === 'full-reload'
  )
}
