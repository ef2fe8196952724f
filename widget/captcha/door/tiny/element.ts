/** What a component draws: an element, text, or nothing. */
export type Child = TinyElement | string | number | boolean | null | undefined | readonly Child[]

/** Properties of an element; `children` among them. */
export type Props = Readonly<Record<string, unknown>> & { readonly children?: Child }

/** A function that draws; a property is unknown until it is looked at. */
export type Component = (props: Props) => Child

/** A tag, a component or a group, with what it is given. */
export interface TinyElement {
  readonly type: string | Component | typeof Fragment
  readonly props: Props
  readonly key: string | undefined
}

/** A group of children without an element of its own. */
export const Fragment: unique symbol = Symbol('Fragment')

/** Makes an element, as compiled JSX does. */
export function jsx(type: TinyElement['type'], props: Props, key?: string | number): TinyElement {
  return { type, props, key: key === undefined ? undefined : String(key) }
}

/** A child with the place it has among the others, which is its key where it has one. */
export type Placed = readonly [place: string, child: TinyElement | string]

/**
 * What children come down to: elements and texts, in order. `false` and the like draw nothing but
 * keep their place, so that what follows them is known again. Another key is another place, also
 * for an element that stands alone.
 */
export function flatten(child: Child, place = ''): Placed[] {
  if (child === null || child === undefined || typeof child === 'boolean') return []
  if (isList(child)) {
    return child.flatMap((one, i) => flatten(one, `${place}.${keyOf(one) === undefined ? i : ''}`))
  }
  const key = keyOf(child)
  const own = key === undefined ? place : `${place}#${key}`
  return [[own, typeof child === 'number' ? String(child) : child]]
}

function keyOf(child: Child): string | undefined {
  return typeof child === 'object' && child !== null && 'key' in child ? child.key : undefined
}

function isList(child: Child): child is readonly Child[] {
  return Array.isArray(child)
}
