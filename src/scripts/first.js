const root = document.documentElement
try {
  const theme = localStorage.getItem('theme')
  if (/^(dark|light)$/.test(theme)) root.dataset.theme = theme
} catch {}
try {
  root.dataset.session = /(^|; )uid_tt=[^;]/.test(document.cookie) ? 'in' : 'out'
} catch {}
if (location.search || location.hash) root.dataset.asked = ''
const frame = requestAnimationFrame
globalThis.afterPaint = (run) =>
  document.hidden ? run() : frame(() => frame(() => setTimeout(run)))
