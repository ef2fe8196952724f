import {
  boolean,
  is,
  object,
  optional,
  record,
  size,
  string,
  union,
  type Struct,
} from 'superstruct'
import { parseUntrustedJson } from '#protocol/untrusted-json.ts'
import type { Choice } from '../pages/page.ts'
import type { ConsoleMessages } from './messages/messages.ts'

const MAX_LENGTH = 8000
const MAX_BEFORE_LENGTH = 100_000

/** A setting as it is shown: a text, or a box to tick. */
type Setting = string | boolean

/**
 * What a form of settings sends; empty texts and boxes that are not ticked are missing. `before` is a JSON text
 * of the settings as the form showed them.
 */
export type TypedSettings<Name extends string> = Readonly<Partial<Record<Name | 'before', string>>>

/**
 * Returns the function that makes the form of a table, which says how each setting of a `Target` is read and
 * shown as a value; `wordsOf` has label and hint of each.
 */
export function settingsForm<Target>() {
  return <Values extends Record<string, Setting>>(
    table: { readonly [Name in keyof Values]: (target: Target) => Values[Name] },
    wordsOf: (
      texts: ConsoleMessages,
    ) => Readonly<Record<keyof Values, readonly [label: string, hint?: string]>>,
  ) => {
    const names = Object.keys(table) as (keyof Values & string)[]
    const text = optional(size(string(), 1, MAX_LENGTH))
    const before = optional(size(string(), 1, MAX_BEFORE_LENGTH))
    const schema: unknown = object({
      ...Object.fromEntries(names.map((name) => [name, text])),
      before,
    })
    return {
      fields: schema as Struct<TypedSettings<keyof Values & string>>,
      /** Returns its inputs, with what is set: texts first, then boxes. */
      inputs: (texts: ConsoleMessages, target: Target) => {
        const words = wordsOf(texts)
        const shown = (name: keyof Values): Setting => table[name](target)
        const all = names.map((name) => {
          const [label, hint = ''] = words[name]
          return { name, label, hint, value: shown(name) }
        })
        return {
          fields: all.flatMap(({ value, ...one }) =>
            typeof value === 'string' ? [{ ...one, value, isOptional: true }] : [],
          ),
          choices: all.flatMap(({ name, label, hint, value }): Choice[] =>
            typeof value === 'string' ? [] : [{ name, label, note: hint, isChecked: value }],
          ),
          hidden: {
            before: JSON.stringify(Object.fromEntries(all.map(({ name, value }) => [name, value]))),
          },
        }
      },
      /** Returns the settings that are other than the form showed them: what others changed meanwhile stays. */
      changed: (target: Target, typed: TypedSettings<keyof Values & string>) => {
        const former = readBefore(typed.before)
        const changed = names.flatMap((name) => {
          const value = former[name] ?? table[name](target)
          const sent = typeof value === 'string' ? (typed[name] ?? '') : typed[name] !== undefined
          return sent === value ? [] : [[name, sent]]
        })
        return Object.fromEntries(changed) as Partial<Values>
      },
    }
  }
}

// Without it, or where it is none of ours, the settings of now are those of before.
function readBefore(text = '{}'): Readonly<Record<string, Setting>> {
  try {
    const before = parseUntrustedJson(text)
    return is(before, record(string(), union([string(), boolean()]))) ? before : {}
  } catch {
    return {}
  }
}

/** Returns radio buttons, the first of which is chosen. */
export function radios(
  name: string,
  legend: string,
  options: readonly (string | { value: string; label: string; note?: string })[],
): Choice[] {
  return options.map((option, at) => ({
    ...(typeof option === 'string' ? { value: option, label: option } : option),
    name,
    legend: at === 0 ? legend : undefined,
    isChecked: at === 0,
  }))
}
