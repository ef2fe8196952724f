import type { ReadableAtom, WritableAtom } from 'nanostores'

/** What a function makes, as others have it: they read its stores, and change them by its actions alone. */
export type MadeBy<Create extends (...given: never[]) => object> = {
  [Name in keyof ReturnType<Create>]: ReturnType<Create>[Name] extends WritableAtom<infer Value>
    ? ReadableAtom<Value>
    : ReturnType<Create>[Name]
}
