// Before anything is drawn: no flash of the other theme, and the way to the account stays.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Nothing was chosen.
}
try {
  const isSignedIn = /(?:^|;\s*)uid_tt=[^;]/.test(document.cookie)
  document.documentElement.dataset.session = isSignedIn ? 'in' : 'out'
} catch {
  // The account server tells it.
}
