import type { MdastNode } from 'satteri'
import { descendants, type NodeOf, wordsOf } from '../markdown/tree.ts'
import { type Place, placeOf } from './finding.ts'
import type { SourceText } from './source-text.ts'

/** A link or a picture of a text. */
export interface FoundLink {
  node: MdastNode
  isPicture: boolean
  /** Whether the address itself is the link text. */
  isBare: boolean
  /** Link text, or description of the picture. */
  words: string
  url: string
  /** Position of the address: at the link, or in its definition. */
  place: Place
  definition: NodeOf<'definition'> | undefined
}

/** Yields links and pictures of a text in order, including those by reference. */
export function* foundLinks(text: SourceText): Generator<FoundLink> {
  const { body } = text
  const nodes = text.nodes.map(([node]) => node)
  const definitions = new Map<string, NodeOf<'definition'>>()
  for (const node of nodes) {
    if (node.type !== 'definition') continue
    // Of two definitions, the first applies.
    if (!definitions.has(node.identifier)) definitions.set(node.identifier, node)
  }
  for (const node of nodes) {
    const isPicture = node.type === 'image' || node.type === 'imageReference'
    if (node.type === 'link' || node.type === 'image') {
      const typed = body.slice(node.position?.start.offset, node.position?.end.offset)
      const isBare = node.type === 'link' && !typed.startsWith('[')
      // GFM turns www.example.com into http://www.example.com.
      const url = isBare && /^www\./i.test(typed) ? typed : node.url
      const words = labelOf(node)
      yield { node, isPicture, isBare, words, url, place: placeOf(node), definition: undefined }
    } else if (node.type === 'linkReference' || node.type === 'imageReference') {
      const definition = definitions.get(node.identifier)
      if (definition === undefined) continue
      const { url } = definition
      const place = placeOf(definition)
      yield { node, isPicture, isBare: false, words: labelOf(node), url, place, definition }
    }
  }
}

/** Keeps one link for each definition. */
export function* onePerDefinition(links: Iterable<FoundLink>): Generator<FoundLink> {
  const seen = new Set<NodeOf<'definition'>>()
  for (const link of links) {
    if (link.definition !== undefined && seen.has(link.definition)) continue
    if (link.definition !== undefined) seen.add(link.definition)
    yield link
  }
}

function labelOf(node: MdastNode): string {
  if ('alt' in node) return node.alt ?? ''
  const pictures = [...descendants(node)].map(([inside]) => ('alt' in inside ? inside.alt : ''))
  return [wordsOf(node), ...pictures].join('')
}
