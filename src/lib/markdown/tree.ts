import type { MdastNode } from 'satteri'

/** A Markdown node by type. */
export type NodeOf<Type extends MdastNode['type']> = Extract<MdastNode, { type: Type }>

/** Yields all descendants in document order, each with its ancestors from the root. */
export function* descendants(
  node: MdastNode,
  ancestors: readonly MdastNode[] = [],
): Generator<[node: MdastNode, ancestors: readonly MdastNode[]]> {
  if (!('children' in node)) return
  const above = [...ancestors, node]
  for (const child of node.children) {
    yield [child, above]
    yield* descendants(child, above)
  }
}

/** Returns the text of a node without pictures and HTML. */
export function wordsOf(node: MdastNode): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value
  return 'children' in node ? node.children.map((child) => wordsOf(child)).join('') : ''
}
