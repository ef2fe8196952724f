import { PROVIDERS_PLACEHOLDER } from '#protocol/placeholders.ts'

/**
 * Shows the buttons of the providers that are set up, on a page that no account server has filled in:
 * while developing, and on a host of files.
 */
export function offerProviders(form: HTMLElement): void {
  const { dataset } = document.documentElement
  if (dataset['providers'] !== PROVIDERS_PLACEHOLDER) return
  import('./list-providers.ts')
    .then(async ({ listProviders }) => {
      const list = await listProviders()
      const title = list.find(({ platform }) => platform === 'oidc')?.name ?? ''
      form.querySelector('passport-login')?.setAttribute('oidc-title', title)
      dataset['providers'] = list.map(({ platform }) => platform).join(' ')
    })
    // The other ways in work without them.
    .catch(reportError)
}
