import type { MdastNode } from 'satteri'

/** A node of a Markdown tree by the name of its type. */
export type NodeOf<Type extends MdastNode['type']> = Extract<MdastNode, { type: Type }>

/** Yields all nodes below one, in the order of the text, each with its ancestors from the root down. */
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

/** The words of a node as readers see them, without pictures and HTML. */
export function wordsOf(node: MdastNode): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value
  return 'children' in node ? node.children.map((child) => wordsOf(child)).join('') : ''
}
