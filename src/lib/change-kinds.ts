/** Kinds of changes that a release is divided into; readers can look at one kind alone. */
export const changeKinds = ['added', 'improved', 'fixed'] as const

/** Kind of a change. */
export type ChangeKind = (typeof changeKinds)[number]

/**
 * Puts each part of the HTML of a release into an element that names its kind, told by its heading.
 * Every release has the same headings, so their anchors begin with that of the release.
 */
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
