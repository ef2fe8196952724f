import type * as checkEntry from '../support/captcha-entry.ts'
import { equal, ok } from '../support/assert.ts'
import { press } from '../support/commands.ts'
import { until } from '../support/frame.ts'

type PuzzleChallenge = Parameters<typeof checkEntry.puzzleStates>[0]
type State = ReturnType<typeof checkEntry.puzzleStates>[string]
type Mount = NonNullable<ReturnType<ReturnType<typeof checkEntry.registry>['mounts']['get']>>

const address: string = '/captcha-entry.js'
const entry = (await import(address)) as typeof checkEntry
const { commonStates, loadMessages, mountFallback, puzzleStates, registry, fixtureSession } = entry
const { en: samples } = (await (await fetch('/gallery/samples.json')).json()) as {
  en: Record<string, PuzzleChallenge>
}
const { challenge: messages } = await loadMessages.en()

/** Runs the built script of the captcha with a renderer, as a page does. */
async function load(shared: typeof entry.preact): Promise<Mount> {
  registry().shared = shared
  const script = document.createElement('script')
  script.src = '/captcha-script.js'
  await new Promise((resolve) => {
    script.addEventListener('load', resolve)
    document.head.append(script)
  })
  const mount = registry().mounts.get(script)
  ok(mount, 'the script registered itself')
  return mount
}

const mounts = { react: await load(entry.fullReact), preact: await load(entry.preact) }

/** A session whose state the test sets. */
function createScene(first: State) {
  const listeners = new Set<() => void>()
  const session = fixtureSession(first)
  let state = first
  const host = document.createElement('div')
  document.body.append(host)
  const container = document.createElement('div')
  host.attachShadow({ mode: 'open' }).append(container)
  return {
    container,
    session: {
      ...session,
      state: () => state,
      subscribe(listener: () => void) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    show(next: State) {
      state = next
      for (const listener of listeners) listener()
    },
  }
}

/** Describes a tree without its ids and the order of its attributes, which may differ. */
function describe(node: Element): unknown {
  const attributes = Array.from(node.attributes, ({ name, value }) =>
    `${name}=${value.replaceAll(/(?:_r_\w+?_?|P\d+-\d+)(?=-)/g, '')}`.replaceAll(/;? ?$/g, ''),
  ).toSorted()
  const children = Array.from(node.childNodes).flatMap((child): unknown[] =>
    child instanceof Element ? [describe(child)] : child.textContent ? [child.textContent] : [],
  )
  return [node.localName, ...attributes, ...children]
}

async function isDrawn(container: HTMLElement): Promise<void> {
  await until(
    () => container.childElementCount > 0 && container.querySelector('[data-drawn=false]') === null,
    'a drawing',
  )
}

const states: [name: string, state: State][] = [
  ...Object.entries(commonStates),
  ...Object.entries(samples).flatMap(([kind, sample]) =>
    Object.entries(puzzleStates(sample)).map(([name, state]): [string, State] => [
      `${kind} ${name}`,
      state,
    ]),
  ),
]

teardown(() => {
  document.body.replaceChildren()
})

test('renders every state like React, one after another', async () => {
  const start: State = { step: 'loading' }
  const scenes = { react: createScene(start), preact: createScene(start) }
  const ends = (['react', 'preact'] as const).map((name) =>
    mounts[name]({ ...scenes[name], messages, kind: 'slide' }),
  )
  for (const [name, state] of states) {
    scenes.react.show(state)
    scenes.preact.show(state)
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
    await isDrawn(scenes.react.container)
    await isDrawn(scenes.preact.container)
    equal(describe(scenes.preact.container), describe(scenes.react.container), name)
  }
  for (const end of ends) end()
  equal(scenes.preact.container.childNodes.length, 0)
})

test('sets and removes marks and keeps the focus like React', async () => {
  const sample = samples.text
  ok(sample, 'a sample')
  const seen: unknown[] = []
  for (const name of ['react', 'preact'] as const) {
    const scene = createScene({ step: 'puzzle', challenge: sample, reason: 'none' })
    const answers: unknown[] = []
    const session = { ...scene.session, answer: (answer: unknown) => answers.push(answer) }
    const end = mounts[name]({ ...scene, session, messages, kind: 'text' })
    await isDrawn(scene.container)
    const board = scene.container.querySelector<HTMLElement>('[role=application]')
    ok(board, 'a board')
    board.focus()
    for (const key of ['Enter', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter', 'Backspace']) {
      await press(key)
    }
    await until(() => scene.container.querySelectorAll('.mark').length === 1, 'a mark')
    const { count } = sample.geom as { count: number }
    for (let marks = 1; marks < count; marks++) {
      await press('ArrowDown', 2)
      await press('Enter')
    }
    await press('Enter')
    seen.push([describe(scene.container), answers])
    ok(scene.container.getRootNode() instanceof ShadowRoot, 'a shadow root')
    equal((scene.container.getRootNode() as ShadowRoot).activeElement === board, true, 'focus')
    end()
  }
  equal(seen[1], seen[0])
  ok(JSON.stringify(seen).includes('points'), 'an answer')
})

test('resets its state with the next picture, like React', async () => {
  const sample = samples.text
  ok(sample, 'a sample')
  for (const name of ['react', 'preact'] as const) {
    const scene = createScene({ step: 'puzzle', challenge: sample, reason: 'none' })
    const end = mounts[name]({ ...scene, messages, kind: 'text' })
    await isDrawn(scene.container)
    scene.container.querySelector<HTMLElement>('[role=application]')?.focus()
    await press('Enter')
    await until(() => scene.container.querySelector('.mark') !== null, 'a mark')
    scene.show({ step: 'checking', challenge: sample })
    scene.show({ step: 'puzzle', challenge: { ...sample, id: 'another' }, reason: 'wrong' })
    await until(() => scene.container.querySelector('[data-tone=wrong]') !== null, 'the note')
    equal(scene.container.querySelectorAll('.mark').length, 0, name)
    end()
  }
})

test('keeps the focus in the dialog while an answer is verified', async () => {
  const sample = samples.slide
  ok(sample, 'a sample')
  for (const name of ['react', 'preact'] as const) {
    const scene = createScene({ step: 'puzzle', challenge: sample, reason: 'none' })
    const end = mounts[name]({ ...scene, messages, kind: 'slide' })
    await isDrawn(scene.container)
    const tree = scene.container.getRootNode()
    ok(tree instanceof ShadowRoot, 'a shadow root')
    scene.container.querySelector<HTMLElement>('input')?.focus()
    scene.show({ step: 'checking', challenge: sample })
    await until(() => tree.activeElement?.className === 'check', `${name}: the check`)
    scene.show({ step: 'puzzle', challenge: { ...sample, id: 'another' }, reason: 'wrong' })
    await until(() => tree.activeElement?.localName === 'input', `${name}: the next picture`)
    end()
  }
})

test('offers the mailed link even without the captcha script, and computing while waiting for it', () => {
  const scene = createScene({ step: 'working', share: 0.4, isAsked: true, isSlow: false })
  const requests: string[] = []
  const session = {
    ...scene.session,
    methods: () => ['visual', 'pow', 'email'] as const,
    work: () => requests.push('work'),
    mail: () => requests.push('mail'),
  }
  const end = mountFallback({ ...scene, session, messages, kind: 'slide' })
  const other = scene.container.querySelector<HTMLElement>('.link')
  ok(other, 'another way')
  equal(other.textContent, messages.mailWay)
  other.click()
  scene.show({ step: 'mailed', to: 'a•••@example.com' })
  equal(other.textContent, messages.workWay)
  other.click()
  equal(requests, ['mail', 'work'])
  scene.show({ step: 'passed', challenge: undefined })
  equal(other.hidden, true)
  end()
})
