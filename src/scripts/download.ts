import { computerOf, type Hints } from '../lib/systems.ts'

/** Chromium's client hints, which TypeScript's own types leave out. */
interface UserAgentData {
  platform: string
  getHighEntropyValues(hints: string[]): Promise<{ architecture?: string }>
}

const { userAgent, maxTouchPoints: touchPoints } = navigator
const data = (navigator as { userAgentData?: UserAgentData }).userAgentData

show({ userAgent, platform: data?.platform, touchPoints })
// Which processor it is takes a moment to find out; the system is shown until then.
data?.getHighEntropyValues(['architecture']).then(
  ({ architecture }) => show({ userAgent, platform: data.platform, architecture, touchPoints }),
  () => undefined,
)

function show(hints: Hints): void {
  const computer = computerOf(hints)
  const panel = document.querySelector<HTMLElement>('.pick')
  if (!panel || !computer) return
  panel.dataset['system'] = computer.system
  for (const link of panel.querySelectorAll<HTMLElement>(`[data-for=${computer.system}] .button`)) {
    const isOther =
      computer.processor !== undefined && link.dataset['processor'] !== computer.processor
    link.classList.toggle('quiet', isOther)
  }
}
