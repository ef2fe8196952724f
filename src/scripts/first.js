const root = document.documentElement
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
} catch {}
try {
  root.dataset.session = /(^|; )uid_tt=[^;]/.test(document.cookie) ? 'in' : 'out'
} catch {}
if (location.search || location.hash) root.dataset.asked = ''
