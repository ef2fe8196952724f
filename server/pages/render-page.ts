import type { Language } from '#protocol/languages.ts'
import { markup, Markup } from '../http/html.ts'
import { withNext } from '../lib/page-path.ts'
import { pageMessages } from './messages/all-messages.ts'
import { hiddenInputs } from './hidden-inputs.ts'
import {
  fieldsOf,
  TICKED,
  type Button,
  type Choice,
  type Facts,
  type Field,
  type Form,
  type Link,
  type Page,
  type Section,
} from './page.ts'
import { attributes, link } from './render-link.ts'
import { renderSearch, renderTable, renderTabs } from './render-lists.ts'
import { renderFrame, type Frame } from './render-frame.ts'

const signs = {
  screen: markup`<svg viewBox="0 0 24 24"><path d="M4 5h16v11H4zM9 20h6m-3-4v4"/></svg>`,
  good: markup`<svg viewBox="0 0 24 24"><path d="m6 12.5 4 4L18 8"/></svg>`,
  bad: markup`<svg viewBox="0 0 24 24"><path d="M12 3 5 6v5c0 4.6 3 8.2 7 10 4-1.8 7-5.4 7-10V6zm0 5v4.5m0 3v.5"/></svg>`,
}

/** Returns the HTML of a page, with everything in it escaped. */
export function renderPage(frame: Frame, page: Page): string {
  const { logo, outcome, title } = page
  const main = markup`<main${attributes({ class: outcome && 'outcome' })}>
${logo ? markup`<p><img class="logo" src="${logo}" alt="" width="48" height="48"></p>` : ''}
${outcome ? markup`<p class="sign ${outcome}" aria-hidden="true">${signs[outcome]}</p>` : ''}
<h1>${title}</h1>
${contentOf(page, frame.language)}
</main>`
  return renderFrame(frame, title, main)
}

function contentOf(page: Page, language: Language): Markup[] {
  const { outcome, problem, notice, text, device, facts, warning, forms = [], links, script } = page
  const { list: sentences, logId, search, sections = [], table, tabs } = page
  const look = outcome === undefined ? 'notice' : 'said'
  const allForms = [...forms, ...sections.flatMap((one) => one.forms ?? [])]
  const firstWrong = allForms.flatMap(fieldsOf).find(isInvalid)
  const parts = [
    tabs && renderTabs(tabs.label, tabs.items),
    problem && problemLines(problem),
    notice && markup`<p class="${look}" role="status">${notice}</p>`,
    sentences &&
      markup`<div class="list"><p>${sentences.title}</p><ul>${sentences.items.map(item)}</ul></div>`,
    text && markup`<p>${text}</p>`,
    device &&
      markup`<div class="device">
<div class="sign" aria-hidden="true">${signs.screen}</div>
${list(device)}
</div>`,
    search && renderSearch(search),
    facts && list(facts),
    table && renderTable(table),
    warning && markup`<p class="warning">${warning}</p>`,
    ...forms.map((one) => form(one, firstWrong ?? one.fields?.[0])),
    ...sections.map((one) => section(one, firstWrong)),
    links && linkList(links),
    logId && details(logId, language),
    script && markup`<script>${new Markup(script)}</script>`,
  ]
  return parts.filter((part) => part instanceof Markup)
}

function isInvalid({ error, isWrong = false }: Field): boolean {
  return isWrong || error !== undefined
}

function problemLines(problem: string | readonly string[]): Markup {
  if (typeof problem === 'string') {
    return markup`<p class="problem" id="problem" role="alert">${problem}</p>`
  }
  const lines = problem.map((line) => markup`<p>${line}</p>`)
  return markup`<div class="problem" id="problem" role="alert">${lines}</div>`
}

function section(
  { title, text, facts, table, forms = [], links }: Section,
  focused?: Field,
): Markup {
  const parts = [
    facts && list(facts),
    table && renderTable(table),
    text && markup`<p>${text}</p>`,
    ...forms.map((one) => form(one, focused)),
    links && linkList(links),
  ]
  return markup`<section>
<h2>${title}</h2>
${parts.filter((part) => part instanceof Markup)}
</section>`
}

// Closed, so that nobody else has to read it.
function details(logId: string, language: Language): Markup {
  const { details: title, logId: label } = pageMessages[language]
  return markup`<details><summary>${title}</summary><p>${label} <code>${logId}</code></p></details>`
}

function linkList(links: readonly Link[]): Markup {
  return markup`<div class="links">${links.map(link)}</div>`
}

function list(facts: Facts): Markup {
  const given = facts.filter(([, value]) => value !== '')
  const pairs = given.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)
  return markup`<dl>
${pairs}
</dl>`
}

function form({ action, hidden, choices = [], ...one }: Form, focused?: Field): Markup {
  const { fields = [], lastField, question, note, buttons } = one
  const isChoice = question !== undefined && buttons.length > 1
  const answers = markup`<div class="${isChoice ? 'answers' : 'buttons'}">
${buttons.map(button)}
</div>`
  const parts = [
    ...hiddenInputs(hidden),
    ...fields.map((field) => input(field, field === focused)),
    ...choiceGroups(choices),
    ...(lastField === undefined ? [] : [input(lastField, lastField === focused)]),
    question === undefined
      ? answers
      : markup`<fieldset><legend>${question}${note ? markup` <small>${note}</small>` : ''}</legend>${answers}</fieldset>`,
  ]
  // So that the address leads there too when somebody comes back to it.
  return markup`<form method="post" action="${withNext(action, hidden.next)}">
${parts}
</form>`
}

function input(field: Field, hasFocus: boolean): Markup {
  const { name, id = name, label, note, hint, error, isWrong = false, help } = field
  const described = [
    ...(error === undefined ? [] : [`${id}-error`]),
    ...(isWrong ? ['problem'] : []),
    ...(hint ? [`${id}-hint`] : []),
  ]
  const control = attributes({
    id,
    name,
    type: field.type,
    autocomplete: field.autocomplete,
    value: field.value,
    inputmode: field.inputMode,
    required: field.isRequired,
    'aria-invalid': isInvalid(field) ? 'true' : undefined,
    'aria-describedby': described.join(' '),
    autofocus: hasFocus,
  })
  return markup`<div class="field">
<label for="${id}">${label}${note ? markup` <span class="note">${note}</span>` : ''}</label>
<input${control}>
${error === undefined ? '' : markup`<p class="error" id="${id}-error" role="alert">${error}</p>`}
${hint ? markup`<small id="${id}-hint">${hint}</small>` : ''}
${help === undefined ? '' : link(help)}
</div>`
}

/** A legend names the choices up to the next one. */
function choiceGroups(choices: readonly Choice[]): Markup[] {
  const groups: Choice[][] = []
  for (const one of choices) {
    if (one.legend === undefined && groups.length > 0) groups.at(-1)?.push(one)
    else groups.push([one])
  }
  return groups.map((group) => {
    const boxes = group.map(choice)
    const [first] = group
    if (first?.legend === undefined) return markup`${boxes}`
    const id = `${first.name}-legend`
    return markup`<div class="choices" role="group" aria-labelledby="${id}">
<p class="legend" id="${id}">${first.legend}</p>
${boxes}
</div>`
  })
}

function choice({ name, value, label, note, isChecked, isLocked = false }: Choice): Markup {
  const box = attributes({
    type: value === undefined ? 'checkbox' : 'radio',
    name,
    value: value ?? TICKED,
    checked: isChecked,
    disabled: isLocked,
  })
  return markup`<p class="choice"><label><input${box}><span>${label}${note ? markup` <span class="note">${note}</span>` : ''}</span></label></p>`
}

function item(text: string): Markup {
  return markup`<li>${text}</li>`
}

function button({ text, name, value, look }: Button): Markup {
  return markup`<button type="submit"${attributes({ name, value, class: look })}>${text}</button>`
}
