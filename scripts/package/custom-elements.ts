import type { Control, EventRow } from '../../widget/src/base/contract.ts'
import { tokens, type TokenRow } from '../../widget/src/base/theme.ts'
import { describedElements, type DescribedElement } from './elements.ts'

/**
 * Describes the elements for editors and documentation tools, in the form of the custom elements
 * manifest (schema 1.0.0).
 */
export function describeElements(): object {
  return {
    schemaVersion: '1.0.0',
    readme: 'README.md',
    modules: describedElements.flatMap((element) =>
      element.modules.map((file) => ({
        kind: 'javascript-module',
        path: file,
        declarations: [declarationOf(element)],
        exports: [
          {
            kind: 'custom-element-definition',
            name: element.tag,
            declaration: { name: element.className, module: file },
          },
        ],
      })),
    ),
  }
}

function declarationOf(element: DescribedElement): object {
  return {
    kind: 'class',
    customElement: true,
    name: element.className,
    tagName: element.tag,
    superclass: { name: 'HTMLElement' },
    summary: element.summary,
    description:
      'Renders into the page itself, so that password managers see a form. Its parts carry `data-part`.',
    attributes: Object.entries(element.attributes).map(([name, { control, about, without }]) => ({
      name,
      fieldName: name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
      type: { text: typeOf(control) },
      description: about,
      ...(without === '' ? {} : { default: without.replaceAll('`', '') }),
    })),
    events: Object.entries(element.events).map(([name, row]) => ({
      name,
      type: { text: `CustomEvent<${element.eventsType}['${name}']>` },
      description: describeEvent(row),
    })),
    cssProperties: Object.entries<TokenRow>(tokens).map(([name, row]) => ({
      name,
      description: row.about,
      default: row.kind === 'colour' ? `light-dark(${row.light}, ${row.dark})` : row.value,
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
