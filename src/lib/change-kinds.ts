/** Kinds of changes in a release. */
export const changeKinds = ['added', 'improved', 'fixed'] as const

/** Kind of a change. */
export type ChangeKind = (typeof changeKinds)[number]

/** Wraps each part of a release in an element that names its kind and prefixes its anchors. */
export function markKinds(
  html: string,
  anchor: string,
  names: Readonly<Record<ChangeKind, string>>,
): string {
  return html
    .split(/(?=<h3\b)/)
    .map((part) => {
      const own = part.replaceAll(/ (id="|href="#|aria-describedby=")/g, ` $1${anchor}-`)
      const heading = /^<h3\b[^>]*>([^<]*)/.exec(part)?.[1]?.trim()
      const kind = changeKinds.find((one) => names[one] === heading)
      return kind === undefined ? own : `<div data-kind="${kind}">${own}</div>`
    })
    .join('')
}
