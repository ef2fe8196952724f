// superstruct, whose refinements can say what they ask for. `make-openapi.ts` loads `protocol/` with this
// module in place of superstruct: refiners are closures, which hide their lengths and patterns, and code in
// `protocol/` that kept them would be in every page that loads the element.
import * as superstruct from 'superstruct'
import type { Struct } from 'superstruct'

// What is exported here hides the export of the same name.
export * from 'superstruct'

/** Words of JSON Schema. */
export type Words = Readonly<Record<string, unknown>>

/** Stands for a value, and collects what each refiner asks of it. */
class Question {
  readonly answers: Words[] = []
}

/** Words of the refinements that are functions; a new one needs its own. */
const refinements: Readonly<Record<string, Words>> = {
  day: { description: 'An existing day.' },
  plain: { description: 'Has no address, no link and no number to call.' },
  visible: { description: 'People can see each character.' },
}

// oxlint-disable-next-line typescript/no-explicit-any
type AnyStruct = Struct<any, any>

/** Returns what the refiners of a struct ask for, the outermost first. @throws for one that cannot say it */
export function wordsOf(struct: AnyStruct): readonly Words[] {
  const question = new Question()
  const [silent] = struct.refiner(question, { branch: [], path: [] })
  if (silent !== undefined) {
    throw new Error(
      `a struct of type ${struct.type} has a refiner without words: ${silent.message}`,
    )
  }
  return question.answers
}

export function size(struct: AnyStruct, least: number, most: number = least): AnyStruct {
  const what = struct.type === 'array' ? 'Items' : 'Length'
  const words = { ...(least > 0 && { [`min${what}`]: least }), [`max${what}`]: most }
  return answering(struct, superstruct.size(struct, least, most), words)
}

export function nonempty(struct: AnyStruct): AnyStruct {
  const word = struct.type === 'array' ? 'minItems' : 'minLength'
  return answering(struct, superstruct.nonempty(struct), { [word]: 1 })
}

export function min(struct: AnyStruct, least: number): AnyStruct {
  return answering(struct, superstruct.min(struct, least), { minimum: least })
}

export function max(struct: AnyStruct, most: number): AnyStruct {
  return answering(struct, superstruct.max(struct, most), { maximum: most })
}

export function pattern(struct: AnyStruct, regexp: RegExp): AnyStruct {
  const { flags, source } = regexp
  // JSON Schema has no flags; its patterns are read like those with `u`.
  if (flags !== '' && flags !== 'u') throw new Error(`/${source}/ has the flags ${flags}`)
  const words = { pattern: new RegExp(source, 'u').source }
  return answering(struct, superstruct.pattern(struct, regexp), words)
}

export function refine(
  struct: AnyStruct,
  name: string,
  refiner: Parameters<typeof superstruct.refine>[2],
): AnyStruct {
  const words = refinements[name]
  if (words === undefined) {
    throw new Error(`"${name}" has no words: add it to refinements in recording-superstruct.ts`)
  }
  return answering(struct, superstruct.refine(struct, name, refiner), words)
}

/** Like superstruct's, which keeps no parts; so do the next two. */
export function union(structs: [AnyStruct, ...AnyStruct[]]): AnyStruct {
  return new superstruct.Struct({ ...superstruct.union(structs), schema: { members: structs } })
}

export function tuple(structs: [AnyStruct, ...AnyStruct[]]): AnyStruct {
  return new superstruct.Struct({ ...superstruct.tuple(structs), schema: structs })
}

export function record(key: Struct<string>, value: AnyStruct): AnyStruct {
  return new superstruct.Struct({ ...superstruct.record(key, value), schema: { value } })
}

// Structs made of this one by spreading, such as optional ones, keep the refiner and so the answer.
function answering(inner: AnyStruct, refined: AnyStruct, words: Words): AnyStruct {
  return new superstruct.Struct({
    ...refined,
    refiner: (value: unknown, context) => {
      if (!(value instanceof Question)) return refined.refiner(value, context)
      value.answers.push(words)
      return inner.refiner(value, context)
    },
  })
}
