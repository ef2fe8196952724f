import type { Props } from './element.ts'

const attributes: Readonly<Record<string, string>> = {
  className: 'class',
  defaultValue: 'value',
  tabIndex: 'tabindex',
}

/** Sets on a node what changed between two sets of properties. */
export function setProperties(node: HTMLElement, before: Props, after: Props): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (name === 'children' || name === 'ref' || before[name] === after[name]) continue
    setProperty(node, name, before[name], after[name])
  }
}

function setProperty(node: HTMLElement, name: string, before: unknown, after: unknown): void {
  if (name.startsWith('on')) {
    const type = name.slice(2).toLowerCase()
    if (typeof before === 'function') node.removeEventListener(type, before as EventListener)
    if (typeof after === 'function') node.addEventListener(type, after as EventListener)
  } else if (name === 'style') {
    setStyle(node.style, asRecord(before), asRecord(after))
  } else if (name === 'disabled') {
    node.toggleAttribute(name, after === true)
  } else if (after === undefined || after === null || after === '') {
    node.removeAttribute(attributes[name] ?? name)
  } else {
    // Of `aria-` and `data-` attributes false is a value too.
    node.setAttribute(attributes[name] ?? name, toText(after))
  }
}

function setStyle(
  style: CSSStyleDeclaration,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (before[name] === after[name]) continue
    const property = name.startsWith('--') ? name : name.replaceAll(/[A-Z]/g, '-$&').toLowerCase()
    // Set one by one: a policy that forbids inline styles allows this.
    style.setProperty(property, toText(after[name] ?? ''))
  }
}

// What JSX lets through here is text, a number or a truth value.
function toText(value: unknown): string {
  return String(value as string | number | boolean)
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
