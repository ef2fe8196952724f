import type { Mount } from './registry.ts'
import type { SessionState } from './session-state.ts'
import type { Messages } from './messages/messages.ts'
import { stateSentence } from './state-sentence.ts'

function sentence(state: SessionState, messages: Messages): string {
  const { step } = state
  const hasPuzzle = step === 'loading' || step === 'puzzle' || step === 'checking'
  return hasPuzzle ? messages.checking : stateSentence(state, messages)
}

/** Captcha without its script: the element computes a proof of work and draws it with plain DOM. */
export const mountFallback: Mount = ({ container, session, messages }) => {
  const status = document.createElement('p')
  status.className = 'status'
  status.setAttribute('role', 'status')
  const progress = document.createElement('progress')
  progress.max = 100
  progress.setAttribute('aria-label', messages.checking)
  // Outside the live region, which would otherwise read a number every second.
  const count = document.createElement('p')
  count.setAttribute('role', 'timer')
  const onward = document.createElement('button')
  onward.type = 'button'
  onward.className = 'main'
  onward.addEventListener('click', () => {
    if (session.state().step === 'ended') session.close()
    else session.work()
  })
  const other = document.createElement('button')
  other.type = 'button'
  other.className = 'link'
  other.addEventListener('click', () => {
    if (session.state().step === 'mailed') session.work()
    else session.mail()
  })
  const plain = document.createElement('div')
  plain.className = 'plain'
  plain.append(progress, status, count, onward, other)
  container.replaceChildren(plain)

  const draw = () => {
    const state = session.state()
    // Pictures need the script.
    if (state.step === 'puzzle') return session.work()
    const text = sentence(state, messages)
    // Set only when it changes, or screen readers would repeat it.
    if (status.textContent !== text) status.textContent = text
    count.hidden = state.step !== 'waiting'
    if (state.step === 'waiting') count.textContent = messages.waitLeft(state.seconds)
    progress.hidden = state.step !== 'working'
    if (state.step === 'working') progress.value = Math.round(state.share * 100)
    onward.hidden = state.step !== 'offline' && state.step !== 'ended'
    onward.textContent = state.step === 'ended' ? messages.close : messages.retry
    const isMailed = state.step === 'mailed'
    const isOver = state.step === 'ended' || state.step === 'passed'
    other.hidden = isOver || !session.methods().includes(isMailed ? 'pow' : 'email')
    other.textContent = isMailed ? messages.workWay : messages.mailWay
  }
  const stop = session.subscribe(draw)
  draw()
  return () => {
    stop()
    container.replaceChildren()
  }
}
