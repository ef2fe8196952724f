// Runs before anything is drawn, so that a chosen theme does not come after a flash of the other,
// and the way to the account stands where it stays.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage there is nothing that could have been chosen.
}
try {
  const isSignedIn = /(?:^|;\s*)uid_tt=[^;]/.test(document.cookie)
  document.documentElement.dataset.session = isSignedIn ? 'in' : 'out'
} catch {
  // A page that may not read cookies is told by the account server itself.
}
