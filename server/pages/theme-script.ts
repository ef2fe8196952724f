/** Shows a page in the theme that was chosen on the site, which has the origin and so the storage of this server. */
export const themeScript = `try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {}`
