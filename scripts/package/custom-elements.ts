import { attributes, events, type Control, type EventRow } from '../../widget/src/base/contract.ts'
import { tokens, type TokenRow } from '../../widget/src/base/theme.ts'

/** Modules of the package that define the element. */
const modules = ['passport-login.js', 'passport-login.lite.js'] as const

/**
 * Describes the element for editors and documentation tools, in the form of the custom elements
 * manifest (schema 1.0.0).
 */
export function describeElement(): object {
  const declaration = {
    kind: 'class',
    customElement: true,
    name: 'PassportLogin',
    tagName: 'passport-login',
    superclass: { name: 'HTMLElement' },
    summary: 'Signs people in, signs them up and resets passwords.',
    description:
      'Renders into the page itself, so that password managers see a form. Its parts carry `data-part`.',
    attributes: Object.entries(attributes).map(([name, { control, about, without }]) => ({
      name,
      fieldName: name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
      type: { text: typeOf(control) },
      description: about,
      ...(without === '' ? {} : { default: without.replaceAll('`', '') }),
    })),
    events: Object.entries(events).map(([name, row]) => ({
      name,
      type: { text: `CustomEvent<PassportEvents['${name}']>` },
      description: describeEvent(row),
    })),
    cssProperties: Object.entries<TokenRow>(tokens).map(([name, row]) => ({
      name,
      description: row.about,
      default: row.kind === 'colour' ? `light-dark(${row.light}, ${row.dark})` : row.value,
    })),
  }
  return {
    schemaVersion: '1.0.0',
    readme: 'README.md',
    modules: modules.map((file) => ({
      kind: 'javascript-module',
      path: file,
      declarations: [declaration],
      exports: [
        {
          kind: 'custom-element-definition',
          name: 'passport-login',
          declaration: { name: 'PassportLogin', module: file },
        },
      ],
    })),
  }
}

/** Says when an event comes and what it brings. */
export function describeEvent({ about, detail, otherwise }: EventRow): string {
  return [
    `Comes when ${about}.`,
    `\`detail\`: ${detail}.`,
    ...(otherwise === '' ? [] : [`Unless prevented: ${otherwise}.`]),
  ].join(' ')
}

/** Returns the TypeScript type of an attribute. */
export function typeOf(control: Control): string {
  switch (control.kind) {
    case 'choice':
      return control.values.map((value) => `'${value}'`).join(' | ')
    case 'flag':
      return 'boolean'
    case 'list':
    case 'text':
      return 'string'
  }
}
