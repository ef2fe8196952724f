const root = document.documentElement
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
} catch {}
try {
  root.dataset.session = /(^|; )uid_tt=[^;]/.test(document.cookie) ? 'in' : 'out'
} catch {}
if (location.search || location.hash) root.dataset.asked = ''
try {
  const plan = /[?&]plan=(\w+)/.exec(decodeURIComponent(location.search))
  if (plan) root.dataset.plan = plan[1]
} catch {}
