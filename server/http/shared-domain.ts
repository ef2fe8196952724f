/** Returns the domain that two origins share; undefined for a top-level name or an IP address. */
export function sharedDomain(one: string, other: string): string | undefined {
  const labels = labelsOf(one)
  const otherLabels = labelsOf(other)
  const firstDifference = labels.findIndex((label, index) => label !== otherLabels[index])
  const shared = firstDifference === -1 ? labels : labels.slice(0, firstDifference)
  // Browsers take no cookie for a top-level name.
  return shared.length < 2 || isAddress(labels) ? undefined : shared.toReversed().join('.')
}

/** Returns the domains that an origin may set cookies for, its own first. */
export function parentDomains(origin: string): string[] {
  const labels = labelsOf(origin)
  if (isAddress(labels)) return []
  // Browsers take no cookie for a top-level name.
  return labels.slice(1).map((_, index) =>
    labels
      .slice(0, labels.length - index)
      .toReversed()
      .join('.'),
  )
}

// From the top-level name down.
function labelsOf(origin: string): string[] {
  return new URL(origin).hostname.split('.').toReversed()
}

function isAddress([last = '']: readonly string[]): boolean {
  return /^\d+$/.test(last) || last.endsWith(']')
}
