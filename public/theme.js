// Runs before anything is drawn, so that a chosen theme does not come after a flash of the other.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage there is nothing that could have been chosen.
}
