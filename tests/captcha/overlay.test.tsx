import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { en } from '../../widget/captcha/messages/en.ts'
import { ja } from '../../widget/captcha/messages/ja.ts'
import type { Messages } from '../../widget/captcha/messages/en.ts'
import { slideStates } from '../../widget/captcha/modes/slide/states.ts'
import { Overlay } from '../../widget/captcha/overlay.tsx'
import type { PuzzleChallenge, SessionState } from '../../widget/captcha/session.ts'
import { stillSession } from '../../widget/captcha/still-session.ts'

const sample: PuzzleChallenge = {
  id: 'sample0123456789',
  subtype: 'slide',
  ttl_ms: 180_000,
  left: 3,
  refreshes: 5,
  alt: ['pow'],
  geom: { w: 320, h: 160, size: 56, y: 40 },
  parts: { bg: 'AA==', piece: 'AA==' },
}

function draw(state: SessionState, messages: Messages): string {
  return renderToString(<Overlay session={stillSession(state)} messages={messages} />)
}

describe('the dialog', () => {
  const states = Object.entries(slideStates(sample))

  test.each(states)('says what is going on: %s', (_name, state) => {
    for (const messages of [en, ja]) {
      const said = /<output[^>]*>([^<]+)<\/output>/.exec(draw(state, messages))?.[1]
      expect(said?.length).toBeGreaterThan(4)
    }
  })

  test.each(states)('names every control: %s', (_name, state) => {
    const html = draw(state, en)
    for (const [button, label, text] of html.matchAll(
      /<button(?:[^>]*aria-label="([^"]*)")?[^>]*>([^<]*)/g,
    )) {
      expect(label ?? text, button).toMatch(/\w/)
    }
    expect(html).not.toMatch(/undefined|\[object/)
  })

  test('offers another way beside every puzzle', () => {
    const html = draw({ step: 'puzzle', challenge: sample, note: 'none' }, en)
    expect(html).toContain(en.otherWay)
    expect(html).toContain('aria-valuetext="piece 0 % across"')
  })

  test('offers no other way where the browser cannot compute', () => {
    const session = {
      ...stillSession({ step: 'puzzle', challenge: sample, note: 'none' }),
      canWork: false,
    }
    expect(renderToString(<Overlay session={session} messages={en} />)).not.toContain(en.otherWay)
  })

  test('keeps the seconds of a wait out of what is read out', () => {
    const html = draw({ step: 'waiting', seconds: 42 }, en)
    expect(html).toContain('<p class="count" role="timer">42 s</p>')
    expect(/<output[^>]*>([^<]+)/.exec(html)?.[1]).toBe(en.waiting)
  })

  test('offers another picture and the other way when one cannot be shown', () => {
    const html = draw({ step: 'unreadable' }, en)
    for (const text of [en.unreadable, en.retry, en.otherWay]) expect(html).toContain(text)
  })

  test('says how many tries are left after a wrong answer', () => {
    const html = draw({ step: 'puzzle', challenge: { ...sample, left: 1 }, note: 'wrong' }, en)
    expect(html).toContain('One try left')
  })
})
