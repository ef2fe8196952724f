import { accountOrigin } from '../../lib/account-origin.ts'
import { contrastOf, EDGE_CONTRAST, TEXT_CONTRAST } from './contrast.ts'
import { coloursOf, fromHash, readDesign, toHash, type Design, type Option } from './design.ts'
import { htmlSnippet, reactSnippet, toText, type Code } from './snippet.ts'

/** Attributes that only make sense on the reader's page. */
const forTheirPage = new Set(['aid', 'server'])

/** Adjacent colours and the contrast they need. */
const pairs: Record<string, readonly [one: string, other: string, least: number]> = {
  text: ['--passport-ink', '--passport-surface', TEXT_CONTRAST],
  button: ['--passport-accent-ink', '--passport-accent', TEXT_CONTRAST],
  link: ['--passport-accent', '--passport-surface', TEXT_CONTRAST],
  edge: ['--passport-line-strong', '--passport-surface', EDGE_CONTRAST],
}

const found = findPage()
if (found) {
  start(found)
  // The markup is in the page already, so its script may wait.
  addEventListener('load', () => {
    import(/* @vite-ignore */ `/${found.live.localName}.js`).catch(reportError)
  })
}

/** The element; only the sign-in opens as a dialog. */
type Live = HTMLElement & { open?(): void }

interface Page {
  form: HTMLFormElement
  stage: HTMLElement
  live: Live
  /** Opens the element where it is a dialog. */
  opener: HTMLElement | null
  snippet: HTMLElement
  eventLog: HTMLElement
}

function findPage(): Page | undefined {
  const form = document.querySelector<HTMLFormElement>('#choose')
  const stage = document.querySelector<HTMLElement>('.stage')
  const live = stage?.querySelector<Live>(stage.dataset['element'] ?? '')
  const opener = stage?.querySelector<HTMLElement>('.opener') ?? null
  const snippet = document.querySelector<HTMLElement>('.snippet')
  const eventLog = document.querySelector<HTMLElement>('.event-log')
  return form && stage && live && snippet && eventLog
    ? { form, stage, live, opener, snippet, eventLog }
    : undefined
}

function start(page: Page): void {
  const { form, stage, live, opener, snippet } = page
  const options = Array.from(form.querySelectorAll<HTMLElement>('[data-option]'), toOption)
  let code: Code = []

  function update(): void {
    const design = readDesign(options, new FormData(form))
    applyTo(page, options, design)
    showContrasts(options, design)
    code = showCode(live.localName, snippet, design)
    const hash = toHash(design)
    history.replaceState(null, '', hash === '' ? location.pathname : `#${hash}`)
  }

  form.addEventListener('formdata', ({ formData }) => {
    for (const field of form.querySelectorAll<HTMLInputElement>('[data-unit]')) {
      formData.set(field.name, field.value + field.dataset['unit'])
    }
  })
  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('input', update)
  // The fields have their initial values only after this event.
  form.addEventListener('reset', () => setTimeout(update))
  for (const button of form.querySelectorAll<HTMLElement>('[data-preset]')) {
    button.addEventListener('click', () => {
      const chosen = JSON.parse(button.dataset['preset'] ?? '{}') as Record<string, string>
      for (const { name, usual } of options.filter(isToken)) fill(form, name, chosen[name] ?? usual)
      update()
    })
  }
  for (const field of document.querySelectorAll<HTMLInputElement>('[name=width]')) {
    field.addEventListener('change', () => {
      stage.dataset['width'] = field.value
    })
  }
  for (const field of snippet.querySelectorAll('[name=language]')) {
    field.addEventListener('change', update)
  }
  snippet.querySelector('.copy')?.addEventListener('click', () => copy(snippet, toText(code)))
  opener?.querySelector('button')?.addEventListener('click', () => live.open?.())
  listen(page)
  const requested = fromHash(location.hash)
  for (const { name } of options) {
    const value = requested.get(name)
    if (value !== undefined) fill(form, name, value)
  }
  update()
}

function toOption({ dataset }: HTMLElement): Option {
  const { option: name = '', kind = 'text', usual = '' } = dataset
  return { kind, name, usual } as Option
}

function isToken({ name }: Option): boolean {
  return name.startsWith('--')
}

/** Sets a value in all fields of a name. */
function fill(form: HTMLFormElement, name: string, value: string): void {
  const fields = form.querySelectorAll<HTMLInputElement>(`[name="${CSS.escape(name)}"]`)
  for (const [at, field] of fields.entries()) {
    if (field.type === 'checkbox') {
      field.checked = value === 'on' || value.split(' ').includes(field.value)
    } else if (field.type === 'color') field.value = coloursOf(value)[at] ?? field.value
    else field.value = field.dataset['unit'] ? String(Number.parseInt(value, 10)) : value
  }
}

function applyTo(
  { form, stage, live, opener }: Page,
  options: readonly Option[],
  design: Design,
): void {
  for (const option of options) {
    const { name } = option
    if (isToken(option)) live.style.setProperty(name, design.tokens[name] ?? null)
    else if (!forTheirPage.has(name)) {
      const value = design.attributes[name]
      if (value !== undefined) live.setAttribute(name, value === 'on' ? '' : value)
      else if (name === 'lang') live.setAttribute(name, document.documentElement.lang)
      else live.removeAttribute(name)
    }
  }
  if (opener) opener.hidden = design.attributes['presentation'] !== 'dialog'
  stage.dataset['theme'] = design.attributes['theme'] ?? 'auto'
  for (const output of form.querySelectorAll('output')) {
    const field = form.querySelector<HTMLInputElement>(`#${output.htmlFor.value}`)
    output.value = `${field?.value ?? ''}${field?.dataset['unit'] ?? ''}`
  }
}

/** Warns about colours with too little contrast in either scheme. */
function showContrasts(options: readonly Option[], { tokens }: Design): void {
  const colours = (name: string): readonly [string, string] =>
    coloursOf(tokens[name] ?? options.find((option) => option.name === name)?.usual ?? '')
  for (const shown of document.querySelectorAll<HTMLElement>('[data-contrast]')) {
    const { contrast = '', fine = '', low = '' } = shown.dataset
    const [one, other, least] = pairs[contrast] ?? ['', '', 0]
    const ratios = [0, 1].map((at) => contrastOf(colours(one)[at] ?? '', colours(other)[at] ?? ''))
    const isFine = ratios.every((ratio) => ratio >= least)
    shown.dataset['isFine'] = String(isFine)
    const value = shown.querySelector('dd')
    if (value) {
      value.textContent = `${ratios.map((ratio) => ratio.toFixed(1)).join(' · ')} ${isFine ? fine : low}`
    }
  }
}

function showCode(tag: string, snippet: HTMLElement, design: Design): Code {
  const { aid: theirAid, server: theirServer, ...attributes } = design.attributes
  const chosen = snippet.querySelector<HTMLInputElement>('[name=language]:checked')
  const make = chosen?.value === 'React' ? reactSnippet : htmlSnippet
  const code = make(
    {
      tag,
      server: theirServer ?? (accountOrigin() || location.origin),
      aid: theirAid ?? snippet.dataset['aid'] ?? '',
    },
    { attributes, tokens: design.tokens },
  )
  const lines = code.map((line, at) => {
    const pieces = line.map(([text, look]) => {
      const piece = document.createElement('span')
      piece.textContent = text
      if (look) piece.className = `tok-${look}`
      return piece
    })
    return [...pieces, at === code.length - 1 ? '' : '\n']
  })
  snippet.querySelector('code')?.replaceChildren(...lines.flat())
  say(snippet, '')
  return code
}

function copy(snippet: HTMLElement, text: string): void {
  const { copied = '', failed = '' } = snippet.dataset
  navigator.clipboard.writeText(text).then(
    () => say(snippet, copied),
    () => say(snippet, failed),
  )
}

function say(snippet: HTMLElement, text: string): void {
  const status = snippet.querySelector('[role=status]')
  if (status) status.textContent = text
}

/** Logs the element's events; nobody is taken away from this page. */
function listen({ live, eventLog }: Page): void {
  const list = eventLog.querySelector('ol')
  for (const name of eventLog.dataset['events']?.split(' ') ?? []) {
    live.addEventListener(name, (event) => {
      if (name === 'passport-success') event.preventDefault()
      const line = document.createElement('li')
      const label = document.createElement('code')
      label.textContent = name
      line.append(label, ' ', describe((event as CustomEvent<object>).detail))
      list?.prepend(line)
      eventLog.dataset['isFull'] = 'true'
    })
  }
}

function describe(detail: object): string {
  const parts = Object.entries(detail).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'function') return [`${name}()`]
    if (value === '') return []
    const isPlain = typeof value === 'string' || typeof value === 'number'
    return [isPlain ? `${name}: ${value}` : name]
  })
  return parts.join(', ')
}
