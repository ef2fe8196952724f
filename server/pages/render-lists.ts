import { markup, type Markup } from '../http/html.ts'
import type { Cell, Search, SearchField, Tab, Table } from './page.ts'
import { attributes, link } from './render-link.ts'

/** Longest word that a table never breaks, such as the id of an account. */
const MAX_WHOLE_WORD = 16

/** Returns a table, whose rows become blocks where it does not fit; each cell then names its column. */
export function renderTable({ columns, rows, empty }: Table): Markup {
  if (rows.length === 0) return markup`<p>${empty}</p>`
  const heads = columns.map((column) => markup`<th scope="col" role="columnheader">${column}</th>`)
  const lines = rows.map(
    (row) =>
      markup`<tr role="row">${row.map(
        (cell, at) =>
          markup`<td role="cell"${attributes({ class: classOf(cell), 'data-column': columns[at] })}>${contentOf(cell)}</td>`,
      )}</tr>`,
  )
  // The roles stay when the style makes blocks of a table.
  return markup`<table role="table">
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
<tbody role="rowgroup">
${lines}
</tbody>
</table>`
}

/** Returns a form that looks something up. */
export function renderSearch({ action, also, button, ...first }: Search): Markup {
  return markup`<form class="search" method="get" action="${action}" role="search">
${[first, ...(also === undefined ? [] : [also])].map(searchField)}
<button type="submit">${button}</button>
</form>`
}

function searchField({ name, label, hint, value }: SearchField): Markup {
  const more = attributes({ value, 'aria-describedby': hint && `${name}-hint` })
  return markup`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="search" autocomplete="off"${more}>
${hint === undefined ? '' : markup`<small id="${name}-hint">${hint}</small>`}
</div>`
}

/** Returns links to parts of the same thing; `label` says of what, `name` is the class. */
export function renderTabs(label: string, tabs: readonly Tab[], name = 'tabs'): Markup {
  const items = tabs.map(
    ({ href, text, isCurrent }) =>
      markup`<li><a${attributes({ href, 'aria-current': isCurrent && 'page' })}>${text}</a></li>`,
  )
  return markup`<nav class="${name}" aria-label="${label}"><ul>${items}</ul></nav>`
}

function contentOf(cell: Cell): Markup | string {
  return typeof cell === 'string' ? cell : link(cell)
}

// So that one long text in a table does not break times and ids beside it.
function classOf(cell: Cell): string | undefined {
  const text = typeof cell === 'string' ? cell : cell.text
  if (/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return 'time'
  return text.split(' ').every((word) => word.length <= MAX_WHOLE_WORD) ? 'whole' : undefined
}
