import { computerOf, type Hints } from '../lib/systems.ts'
import { hintsOf, type UserAgentData } from './computer.ts'

const { userAgentData } = navigator as { userAgentData?: UserAgentData }
const hints = hintsOf(navigator)

show(hints)
// Finding the processor takes a moment; the system is shown until then.
userAgentData?.getHighEntropyValues(['architecture']).then(
  ({ architecture }) => show({ ...hints, architecture }),
  () => undefined,
)

function show(known: Hints): void {
  const computer = computerOf(known)
  const panel = document.querySelector<HTMLElement>('.pick')
  if (!panel || !computer) return
  panel.dataset['system'] = computer.system
  for (const link of panel.querySelectorAll<HTMLElement>(`[data-for=${computer.system}] .button`)) {
    const isOther =
      computer.processor !== undefined && link.dataset['processor'] !== computer.processor
    link.classList.toggle('quiet', isOther)
  }
}
