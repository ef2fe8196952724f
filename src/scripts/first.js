const root = document.documentElement
// What fails before anything listens, for `broken.ts` and `telemetry.ts`.
const early = []
const keep = (event) => void (early.length < 20 && early.push(event))
addEventListener('error', keep, true)
addEventListener('unhandledrejection', keep)
window.earlyErrors = {
  seen: () => [...early],
  take() {
    removeEventListener('error', keep, true)
    removeEventListener('unhandledrejection', keep)
    return early
  },
}
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
} catch {}
try {
  root.dataset.session = /(^|; )uid_tt=su_[\w-]{32}/.test(document.cookie) ? 'in' : 'out'
} catch {}
if (location.search || location.hash) root.dataset.asked = ''
try {
  const plan = /[?&]plan=(\w+)/.exec(decodeURIComponent(location.search))
  if (plan) root.dataset.plan = plan[1]
} catch {}
