import type { Language } from '#protocol/common-params.ts'
import { markPaths } from '#protocol/theme.ts'
import type { Brand } from '../apps/brand.ts'
import { markup, Markup } from '../http/html.ts'
import { pagePath, withNext } from '../lib/page-path.ts'
import { pageMessages } from './messages/all-messages.ts'
import type { Button, Choice, Facts, Field, Form, Link, Page } from './page.ts'

const signs = {
  screen: markup`<svg viewBox="0 0 24 24"><path d="M4 5h16v11H4zM9 20h6m-3-4v4"/></svg>`,
  good: markup`<svg viewBox="0 0 24 24"><path d="m6 12.5 4 4L18 8"/></svg>`,
  bad: markup`<svg viewBox="0 0 24 24"><path d="M12 3 5 6v5c0 4.6 3 8.2 7 10 4-1.8 7-5.4 7-10V6zm0 5v4.5m0 3v.5"/></svg>`,
}

/** Returns the style of a brand with a colour of its own. */
export function brandStyle({ accent, hasOwnColour }: Brand): string | undefined {
  if (!hasOwnColour) return undefined
  const { light, dark } = accent
  const colour = `light-dark(${light.colour},${dark.colour})`
  return `:root{--passport-accent:${colour};--passport-accent-strong:${colour};--passport-accent-ink:light-dark(${light.ink},${dark.ink})}`
}

/** Returns the HTML of a page, with everything in it escaped. */
export function renderPage(language: Language, brand: Brand, page: Page): string {
  const home = pagePath('/', language)
  const style = brandStyle(brand)
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${page.title} · ${brand.name}</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/form/style.css">
${style === undefined ? '' : markup`<style>${new Markup(style)}</style>`}
</head>
<body>
<header><a class="brand" href="${home}">${signOf(brand)}</a></header>
<main>
${page.logo ? markup`<p><img class="logo" src="${page.logo}" alt="" width="48" height="48"></p>` : ''}
<h1>${page.title}</h1>
${mainOf(page)}
</main>
<footer><a href="${home}">${pageMessages[language].backHome}</a></footer>
</body>
</html>
`.text
}

function signOf({ name, logo, hasOwnName }: Brand): Markup {
  if (logo !== '') return markup`<img src="${logo}" alt="${name}" height="32">`
  if (hasOwnName) return markup`${name}`
  const [former, next] = markPaths
  return markup`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><path d="${former}"/><path class="next" d="${next}"/></svg>${name}`
}

function mainOf(page: Page): Markup[] {
  const { outcome, problem, notice, text, device, facts, warning, forms = [], links, script } = page
  const { list: sentences } = page
  const look = outcome === 'bad' ? 'problem' : 'notice'
  const parts = [
    outcome && markup`<p class="sign ${outcome}" aria-hidden="true">${signs[outcome]}</p>`,
    problem && problemLines(problem),
    notice && markup`<p class="${look}" role="status">${notice}</p>`,
    sentences && markup`<p>${sentences.title}</p><ul>${sentences.items.map(item)}</ul>`,
    text && markup`<p>${text}</p>`,
    device &&
      markup`<div class="device">
<div class="sign" aria-hidden="true">${signs.screen}</div>
${list(device)}
</div>`,
    facts && list(facts),
    warning && markup`<p class="warning">${warning}</p>`,
    ...forms.map(form),
    links && markup`<nav>${links.map(link)}</nav>`,
    script && markup`<script>${new Markup(script)}</script>`,
  ]
  return parts.filter((part) => part instanceof Markup)
}

function problemLines(problem: string | readonly string[]): Markup {
  if (typeof problem === 'string') {
    return markup`<p class="problem" id="problem" role="alert">${problem}</p>`
  }
  const lines = problem.map((line) => markup`<p>${line}</p>`)
  return markup`<div class="problem" id="problem" role="alert">${lines}</div>`
}

function list(facts: Facts): Markup {
  const pairs = facts.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)
  return markup`<dl>
${pairs}
</dl>`
}

function form({ action, hidden, fields = [], choices = [], question, buttons }: Form): Markup {
  const focused = fields.find(({ isWrong }) => isWrong) ?? fields[0]
  const isChoice = question !== undefined && buttons.length > 1
  const answers = markup`<div class="${isChoice ? 'answers' : 'buttons'}">
${buttons.map(button)}
</div>`
  const parts = [
    ...hiddenInputs(hidden),
    ...fields.map((field) => input(field, field === focused)),
    ...choices.map(choice),
    question === undefined
      ? answers
      : markup`<fieldset><legend>${question}</legend>${answers}</fieldset>`,
  ]
  // So that the address leads there too when somebody comes back to it.
  return markup`<form method="post" action="${withNext(action, hidden.next)}">
${parts}
</form>`
}

function hiddenInputs(hidden: Form['hidden']): Markup[] {
  return Object.entries(hidden).flatMap(([name, value = '']) =>
    value === '' ? [] : [markup`<input type="hidden" name="${name}" value="${value}">`],
  )
}

function input(field: Field, hasFocus: boolean): Markup {
  const { name, label, note, hint, isWrong = false } = field
  const described = [...(isWrong ? ['problem'] : []), ...(hint ? [`${name}-hint`] : [])]
  const control = attributes({
    id: name,
    name,
    type: field.type,
    autocomplete: field.autocomplete,
    value: field.value,
    inputmode: field.inputMode,
    required: field.isRequired,
    'aria-invalid': isWrong ? 'true' : undefined,
    'aria-describedby': described.join(' '),
    autofocus: hasFocus,
  })
  return markup`<p class="field">
<label for="${name}">${label}${note ? markup` <span class="note">${note}</span>` : ''}</label>
<input${control}>
${hint ? markup`<small id="${name}-hint">${hint}</small>` : ''}
</p>`
}

function choice({ name, value, label, legend, note, isChecked, isLocked }: Choice): Markup {
  const box = attributes({
    type: value === undefined ? 'checkbox' : 'radio',
    name,
    value: value ?? '1',
    checked: isChecked,
    disabled: isLocked,
  })
  return markup`${
    legend === undefined
      ? ''
      : markup`<p class="legend">${legend}</p>
`
  }<p class="choice"><label><input${box}><span>${label}${note ? markup` <span class="note">${note}</span>` : ''}</span></label></p>`
}

function item(text: string): Markup {
  return markup`<li>${text}</li>`
}

function button({ text, name, value, look }: Button): Markup {
  return markup`<button type="submit"${attributes({ name, value, class: look })}>${text}</button>`
}

function link({ href, text, id, data = {} }: Link): Markup {
  const named = Object.entries(data).map(([name, value]) => [`data-${name}`, value])
  return markup`<a${attributes({ id, href, ...Object.fromEntries(named) })}>${text}</a>`
}

/** Returns attributes of a tag, each after a space; those without a value are left out. */
function attributes(values: Readonly<Record<string, string | boolean | undefined>>): Markup {
  const written = Object.entries(values).map(([name, value]) => {
    if (value === undefined || value === '' || value === false) return ''
    return (value === true ? markup` ${name}` : markup` ${name}="${value}"`).text
  })
  return new Markup(written.join(''))
}
