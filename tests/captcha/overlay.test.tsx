import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { challenge as en } from '../../widget/captcha/messages/en/challenge.ts'
import { challenge as ja } from '../../widget/captcha/messages/ja/challenge.ts'
import { challenge as zh } from '../../widget/captcha/messages/zh/challenge.ts'
import type { Messages } from '../../widget/captcha/messages/messages.ts'
import { commonStates, puzzleStates } from '../../widget/gallery/states/captcha.ts'
import { Overlay } from '../../widget/captcha/overlay.tsx'
import type { PuzzleChallenge, SessionState } from '../../widget/captcha/session-state.ts'
import { fixtureSession } from '../../widget/gallery/states/fixture-session.ts'

const common: Pick<PuzzleChallenge, 'id' | 'ttl_ms' | 'left' | 'refreshes' | 'alt'> = {
  id: 'sample0123456789',
  ttl_ms: 180_000,
  left: 3,
  refreshes: 5,
  alt: ['pow'],
}
const slide: PuzzleChallenge = {
  ...common,
  subtype: 'slide',
  geom: { w: 320, h: 160, size: 56, y: 40 },
  parts: { bg: 'AA==', piece: 'AA==' },
}
const samples: PuzzleChallenge[] = [
  slide,
  {
    ...common,
    subtype: 'text',
    geom: { w: 320, h: 180, count: 3, prompt: { w: 120, h: 40 } },
    parts: { bg: 'AA==', prompt: 'AA==' },
  },
  {
    ...common,
    subtype: '3d',
    variant: 'named',
    ask: 'the cup',
    geom: { w: 320, h: 200, count: 1 },
    parts: { bg: 'AA==' },
  },
  {
    ...common,
    subtype: '3d',
    variant: 'pair',
    ask: '',
    geom: { w: 320, h: 200, count: 2 },
    parts: { bg: 'AA==' },
  },
  { ...common, subtype: 'whirl', geom: { size: 200, step: 4 }, parts: { disc: 'AA==' } },
]

function draw(state: SessionState, messages: Messages): string {
  return renderToString(
    <Overlay session={fixtureSession(state)} messages={messages} kind="slide" />,
  )
}

const states = [
  ...Object.entries(commonStates),
  ...samples.flatMap((sample) =>
    Object.entries(puzzleStates(sample)).map(([name, state]): [string, SessionState] => [
      `${sample.subtype}, ${name}`,
      state,
    ]),
  ),
]

describe('the dialog', () => {
  test.each(states)('shows its state: %s', (_name, state) => {
    for (const messages of [en, ja, zh]) {
      const text = /<output class="status"[^>]*>([^<]+)/.exec(draw(state, messages))?.[1]
      expect(text?.length).toBeGreaterThan(4)
    }
  })

  test.each(states)('labels every control in every language: %s', (_name, state) => {
    const written = [
      [en, /[a-z]{3}/],
      [ja, /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u],
      [zh, /\p{Script=Han}/u],
    ] as const
    for (const [messages, letters] of written) {
      const html = draw(state, messages)
      for (const [button, attributes, text] of html.matchAll(
        /<button([^>]*)>(?:<span>)?([^<]*)/g,
      )) {
        const label = /aria-label="([^"]*)"/.exec(attributes ?? '')?.[1]
        expect(label ?? text, button).toMatch(letters)
      }
      const controls = html.matchAll(/<(?:input|progress|[^>]*role="(?:application|img)")[^>]*>/g)
      for (const [control] of controls) {
        const label = /aria-label="([^"]*)"/.exec(control)?.[1]
        expect(label, control).toMatch(letters)
      }
      for (const [control] of html.matchAll(/<(?:input|[^>]*role="application")[^>]*>/g)) {
        expect(control).toMatch(/aria-describedby="\S/)
      }
      expect(html).not.toMatch(/undefined|\[object/)
    }
  })

  test.each(states)('offers an alternative at most once: %s', (_name, state) => {
    expect(draw(state, en).split(en.otherWay).length).toBeLessThanOrEqual(2)
  })

  test.each(samples.map((sample) => [sample.subtype, sample]))(
    'offers an alternative beside a %s puzzle',
    (_kind, challenge) => {
      const html = draw({ step: 'puzzle', challenge, reason: 'none' }, en)
      expect(html).toContain(en.otherWay)
    },
  )

  test('offers an alternative while a picture is loading', () => {
    expect(draw({ step: 'loading' }, en)).toMatch(
      new RegExp(`<button type="button" class="link"[^>]*aria-expanded="false">${en.otherWay}<`),
    )
  })

  test.each([
    [['pow'], false],
    [['email'], true],
    [['visual', 'email'], true],
    [['pow', 'email'], true],
  ] as const)('lists the alternatives before anything is mailed: %s', (methods, isList) => {
    const session = { ...fixtureSession({ step: 'loading' }), methods: () => methods }
    const html = renderToString(<Overlay session={session} messages={en} kind="slide" />)
    const [button] = new RegExp(`<button[^>]*>${en.otherWay}`).exec(html) ?? []
    expect(button?.includes('aria-expanded')).toBe(isList)
  })

  test('offers no alternative if there is none', () => {
    const session = {
      ...fixtureSession({ step: 'puzzle', challenge: slide, reason: 'none' }),
      methods: () => [],
    }
    const html = renderToString(<Overlay session={session} messages={en} kind="slide" />)
    expect(html).not.toContain(en.otherWay)
  })

  test('announces the position of the piece', () => {
    const html = draw({ step: 'puzzle', challenge: slide, reason: 'none' }, en)
    expect(html).toContain('aria-valuetext="piece 0% across"')
  })

  test('names the thing to click, but not for a pair', () => {
    const tasks = samples.map((challenge) => {
      const html = draw({ step: 'puzzle', challenge, reason: 'none' }, en)
      return /<p(?: class="task")? id="[^"]*-task">([^<]*)/.exec(html)?.[1]
    })
    expect(tasks).toEqual([en.slideTask, en.textTask, 'Click the cup', en.pairTask, en.whirlTask])
  })

  test('does not announce the seconds of a wait', () => {
    const html = draw({ step: 'waiting', seconds: 42 }, en)
    expect(html).toMatch(/<p [^>]*role="timer">42 s<\/p>/)
    expect(/<output[^>]*>([^<]+)/.exec(html)?.[1]).toBe(en.waiting)
    expect(draw({ step: 'waiting', seconds: 425 }, en)).toContain('>7:05<')
  })

  test.each([
    ['offline', en.retry, en.otherWay],
    ['unreadable', en.retry, en.otherWay],
    ['ended', en.close],
  ] as const)('keeps an alternative available when it is %s', (step, ...methods) => {
    const html = draw({ step }, en)
    for (const method of methods) expect(html).toContain(`>${method}</button>`)
  })

  test.each(samples.map((sample) => [sample.subtype, sample]))(
    'announces a new %s puzzle together with its task',
    (_kind, challenge) => {
      for (const reason of ['none', 'wrong', 'expired'] as const) {
        const html = draw({ step: 'puzzle', challenge, reason }, en)
        const text = /<output class="status"[^>]*>(.*?)<\/output>/.exec(html)?.[1]
        const task = /-task">([^<]*)/.exec(html)?.[1] ?? ''
        expect(text?.replaceAll(/<[^>]+>/g, '')).toMatch(new RegExp(`\\. ${task}\\. $`))
      }
    },
  )

  test('keeps a solved puzzle visible without controls', () => {
    const html = draw({ step: 'passed', challenge: slide }, en)
    expect(html).toContain(en.slideTask)
    expect(html).toContain(en.passed)
    for (const [button, attributes] of html.matchAll(/<button([^>]*)>/g)) {
      expect(attributes, button).toContain('disabled')
    }
  })

  test('offers another picture and the alternative if a picture cannot be shown', () => {
    const html = draw({ step: 'unreadable' }, en)
    for (const text of [en.unreadable, en.retry, en.otherWay]) expect(html).toContain(text)
  })

  test('shows how many attempts are left after a wrong answer', () => {
    const html = draw({ step: 'puzzle', challenge: { ...slide, left: 1 }, reason: 'wrong' }, en)
    expect(html).toContain('One attempt left')
  })

  test('does not mention pictures if the server asks for none', () => {
    const html = draw({ step: 'working', share: 0.4, isAsked: false, isSlow: false }, en)
    expect(html).toContain(en.silent)
    expect(html).not.toContain(en.puzzleWay)
    expect(draw({ step: 'working', share: 0.4, isAsked: true, isSlow: false }, en)).toContain(
      en.puzzleWay,
    )
  })
})
