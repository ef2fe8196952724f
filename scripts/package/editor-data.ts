import type { AttributeRow } from '../../widget/src/base/contract.ts'
import { tokens } from '../../widget/src/base/theme.ts'
import { describeEvent, typeOf } from './custom-elements.ts'
import { describedElements } from './elements.ts'

/** Describes the elements for the HTML editor of Visual Studio Code, as custom data. */
export function describeForVsCode(): object {
  return {
    version: 1.1,
    tags: describedElements.map(({ tag, summary, attributes }) => ({
      name: tag,
      description: summary,
      attributes: Object.entries(attributes).map(([name, row]) => ({
        name,
        description: { kind: 'markdown', value: describeAttribute(row) },
        ...valuesOf(row),
      })),
    })),
  }
}

/** Describes the elements for editors of JetBrains, as web-types. */
export function describeForJetBrains(version: string): object {
  return {
    $schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
    name: 'passport-login',
    version,
    'description-markup': 'markdown',
    'js-types-syntax': 'typescript',
    contributions: {
      html: {
        elements: describedElements.map(({ tag, summary, attributes, events }) => ({
          name: tag,
          description: summary,
          attributes: Object.entries(attributes).map(([name, row]) => ({
            name,
            description: describeAttribute(row),
            required: name === 'aid',
            value:
              row.control.kind === 'flag'
                ? { kind: 'no-value' }
                : { kind: 'plain', type: typeOf(row.control) },
          })),
          js: {
            events: Object.entries(events).map(([name, row]) => ({
              name,
              description: describeEvent(row),
            })),
          },
          css: {
            properties: Object.entries(tokens).map(([name, { about }]) => ({
              name,
              description: about,
            })),
          },
        })),
      },
    },
  }
}

function describeAttribute({ about, without }: AttributeRow): string {
  return without === '' ? about : `${about} (without it: ${without})`
}

function valuesOf({ control }: AttributeRow): object {
  switch (control.kind) {
    case 'choice':
    case 'list':
      return { values: control.values.map((name) => ({ name })) }
    // A flag needs no value.
    case 'flag':
      return { valueSet: 'v' }
    case 'text':
      return {}
  }
}
