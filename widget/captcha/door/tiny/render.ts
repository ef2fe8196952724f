import { flatten, Fragment } from './element.ts'
import type { Child, Component, Placed, Props, TinyElement } from './element.ts'
import { forget, withMemory } from './hooks.ts'
import type { Memory } from './hooks.ts'
import { setProperties } from './properties.ts'

/** What stands in the page for an element or a text. */
interface Spot {
  readonly place: string
  /** Undefined for components and groups, which have no node of their own. */
  readonly node: HTMLElement | Text | undefined
  readonly parent: Spot | undefined
  readonly memory: Memory | undefined
  children: Spot[]
  /** What was drawn last. */
  drawn: TinyElement | string
}

/** Draws children into a container, again and again. */
export interface Root {
  render(child: Child): void
  unmount(): void
}

const dirty = new Set<Spot>()
let isScheduled = false

function flush(): void {
  isScheduled = false
  const spots = [...dirty].toSorted((a, b) => depth(a) - depth(b))
  for (const spot of spots) {
    // Whatever draws a parent draws its children, so some are clean by now.
    if (dirty.delete(spot)) redraw(spot)
  }
}

function depth(spot: Spot): number {
  return spot.parent ? depth(spot.parent) + 1 : 0
}

function redraw(spot: Spot): void {
  const { drawn } = spot
  if (typeof drawn === 'string') return
  const pending: Memory[] = []
  drawChildren(spot, drawn, pending)
  const holder = holderOf(spot)
  if (holder.node) arrange(holder.node, holder.children)
  settle(pending)
}

/** The nearest spot around it that is a node of the page. */
function holderOf(spot: Spot): Spot {
  return spot.node || !spot.parent ? spot : holderOf(spot.parent)
}

function settle(pending: readonly Memory[]): void {
  for (const memory of pending) {
    for (const effect of memory.pending.splice(0)) effect()
  }
}

function makeSpot([place, of]: Placed, parent: Spot): Spot {
  const spot: Spot = {
    place,
    node: makeNode(of),
    parent,
    memory:
      typeof of === 'string' || typeof of.type !== 'function'
        ? undefined
        : { cells: [], pending: [], redraw: () => schedule(spot) },
    children: [],
    drawn: typeof of === 'string' ? of : { ...of, props: {} },
  }
  return spot
}

function makeNode(of: TinyElement | string): Spot['node'] {
  if (typeof of === 'string') return document.createTextNode(of)
  return typeof of.type === 'string' ? document.createElement(of.type) : undefined
}

function schedule(spot: Spot): void {
  dirty.add(spot)
  if (isScheduled) return
  isScheduled = true
  queueMicrotask(flush)
}

function childrenOf(spot: Spot, element: TinyElement): Placed[] {
  if (typeof element.type !== 'function' || !spot.memory) return flatten(element.props.children)
  const draw: Component = element.type
  return flatten(withMemory(spot.memory, () => draw(element.props)))
}

function draw(spot: Spot, next: TinyElement | string, pending: Memory[]): void {
  const { node, drawn } = spot
  spot.drawn = next
  if (typeof next === 'string') {
    if (node instanceof Text && drawn !== next) node.data = next
    return
  }
  drawChildren(spot, next, pending)
  if (!(node instanceof HTMLElement) || typeof drawn === 'string') return
  arrange(node, spot.children)
  // After the children: a progress bar takes its value only below its limit.
  setProperties(node, drawn.props, next.props)
  setRef(next.props, node)
}

function drawChildren(spot: Spot, element: TinyElement, pending: Memory[]): void {
  dirty.delete(spot)
  spot.children = match(spot, childrenOf(spot, element), pending)
  // Children first, as their effects expect.
  if (spot.memory) pending.push(spot.memory)
}

/** Keeps the spots whose place and sort are the same, and takes the others out of the page. */
function match(parent: Spot, wanted: readonly Placed[], pending: Memory[]): Spot[] {
  const known = new Map(parent.children.map((spot) => [spot.place, spot]))
  const pairs = wanted.map((placed) => {
    const spot = known.get(placed[0])
    const isKept = spot && sortOf(spot.drawn) === sortOf(placed[1])
    if (isKept) known.delete(placed[0])
    return [isKept ? spot : makeSpot(placed, parent), placed[1]] as const
  })
  for (const spot of known.values()) remove(spot)
  for (const [spot, next] of pairs) draw(spot, next, pending)
  return pairs.map(([spot]) => spot)
}

function sortOf(drawn: TinyElement | string): unknown {
  return typeof drawn === 'string' ? 'text' : drawn.type
}

function remove(spot: Spot): void {
  dirty.delete(spot)
  if (spot.memory) forget(spot.memory)
  for (const child of spot.children) remove(child)
  if (spot.node instanceof HTMLElement && typeof spot.drawn !== 'string') {
    setRef(spot.drawn.props, null)
  }
  spot.node?.remove()
}

function setRef(props: Props, node: HTMLElement | null): void {
  const { ref } = props
  if (typeof ref === 'object' && ref !== null && 'current' in ref) ref.current = node
}

/** Brings the nodes of some spots into their order, moving no node that stands right. */
function arrange(parent: HTMLElement | Text, spots: readonly Spot[]): void {
  let cursor: ChildNode | null = parent.firstChild
  for (const node of spots.flatMap(nodesOf)) {
    if (node === cursor) cursor = cursor.nextSibling
    else parent.insertBefore(node, cursor)
  }
}

function nodesOf(spot: Spot): ChildNode[] {
  return spot.node ? [spot.node] : spot.children.flatMap(nodesOf)
}

/** Makes a root in a container, whose content it replaces: React's `createRoot`. */
export function createRoot(container: HTMLElement): Root {
  const root: Spot = {
    place: '',
    node: container,
    parent: undefined,
    memory: undefined,
    children: [],
    drawn: { type: Fragment, props: {}, key: undefined },
  }
  let isEmpty = false

  function render(child: Child): void {
    if (!isEmpty) container.replaceChildren()
    isEmpty = true
    const pending: Memory[] = []
    root.children = match(root, flatten(child), pending)
    arrange(container, root.children)
    settle(pending)
  }

  return { render, unmount: () => render(null) }
}
