const page = document.querySelector<HTMLElement>('.third-party')

if (page !== null && !goToOwnLanguage()) {
  import('./third-party-page.ts').then(
    ({ run }) => run(page),
    (error: unknown) => {
      reportError(error)
      page.dataset['state'] = 'failed'
    },
  )
}

// Third parties know one address for all languages; the state says which one the person reads.
function goToOwnLanguage(): boolean {
  const isJapanese = new URLSearchParams(location.search).get('state')?.endsWith('.ja') === true
  if (!isJapanese || location.pathname.startsWith('/ja/')) return false
  location.replace(`/ja${location.pathname}${location.search}`)
  return true
}
