import { PROVIDERS_PLACEHOLDER } from '#protocol/placeholders.ts'

/** Shows configured providers on pages that no account server has filled in. */
export function offerProviders(form: HTMLElement): void {
  const { dataset } = document.documentElement
  if (dataset['passportProviders'] !== PROVIDERS_PLACEHOLDER) return
  // The element has taken the markup over by then and changes the title itself.
  const ready = new Promise((resolve) => {
    form.addEventListener('passport-ready', resolve, { once: true })
  })
  import('./list-providers.ts')
    .then(async ({ listProviders }) => {
      const [list] = await Promise.all([listProviders(), ready])
      const title = list.find(({ provider }) => provider === 'oidc')?.title ?? ''
      form.querySelector('passport-login')?.setAttribute('oidc-title', title)
      dataset['passportProviders'] = list.map(({ provider }) => provider).join(' ')
    })
    // Other sign-in methods work without them.
    .catch(reportError)
}
