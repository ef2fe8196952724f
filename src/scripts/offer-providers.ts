import { PROVIDERS_PLACEHOLDER } from '#protocol/placeholders.ts'

/**
 * Shows the buttons of the providers that are set up, on a page that no account server has filled in:
 * while developing, and on a host of files.
 */
export function offerProviders(form: HTMLElement): void {
  const { dataset } = document.documentElement
  if (dataset['providers'] !== PROVIDERS_PLACEHOLDER) return
  // Its title is changed by the element itself, which has taken the markup over by then.
  const ready = new Promise((resolve) => {
    form.addEventListener('passport-ready', resolve, { once: true })
  })
  import('./list-providers.ts')
    .then(async ({ listProviders }) => {
      const [list] = await Promise.all([listProviders(), ready])
      const title = list.find(({ platform }) => platform === 'oidc')?.name ?? ''
      form.querySelector('passport-login')?.setAttribute('oidc-title', title)
      dataset['providers'] = list.map(({ platform }) => platform).join(' ')
    })
    // The other ways in work without them.
    .catch(reportError)
}
