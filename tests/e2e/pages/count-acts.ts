import type { Page } from 'playwright/test'

/** Acts of a person on the pages of a journey, captchas apart. */
interface Acts {
  clicks: string[]
  /** Fields that something was typed into, by page and name. */
  typed: Set<string>
}

/** Counts clicks and typed fields, on this page and on those that it goes on to. */
export async function countActs(page: Page, { inDialogs = false } = {}): Promise<Acts> {
  const acts: Acts = { clicks: [], typed: new Set() }
  await page.exposeFunction('countAct', (kind: 'click' | 'input', what: string) => {
    if (kind === 'click') acts.clicks.push(what)
    else acts.typed.add(what)
  })
  await page.addInitScript((countsDialogs) => {
    const { countAct } = globalThis as unknown as {
      countAct: (kind: string, what: string) => void
    }
    const nameOf = (event: Event): string | undefined => {
      const path = event.composedPath().filter((node) => node instanceof HTMLElement)
      const isInDialog = path.some((node) => node.matches('dialog, [role=dialog]'))
      if (isInDialog && !countsDialogs) return undefined
      const act = path.find((node) => node.matches('a, button, label, input')) ?? path[0]
      return act instanceof HTMLInputElement ? act.name : act?.textContent.trim()
    }
    for (const kind of ['click', 'input']) {
      addEventListener(
        kind,
        (event) => {
          const what = nameOf(event)
          // Enter in a field clicks the button of its form without a pointer.
          const isDone = event.isTrusted && (kind === 'input' || (event as UIEvent).detail > 0)
          if (isDone && what !== undefined) countAct(kind, what)
        },
        true,
      )
    }
  }, inDialogs)
  return acts
}
