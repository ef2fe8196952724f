import type { Page } from 'playwright/test'

/** Collects what a page complains about: script errors, policy violations, failed requests. */
export function watch(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') {
      complaints.push(`console: ${message.text()} ${message.location().url}`)
    }
  })
  page.on('requestfailed', (request) => {
    // A navigation aborts running requests, which is no error of the page.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') {
      complaints.push(`request: ${request.url()} ${request.failure()?.errorText ?? ''}`)
    }
  })
  return complaints
}
