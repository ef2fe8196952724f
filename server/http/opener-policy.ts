/** Header that leaves a popup connected with the page of another origin that opened it. */
export const keepOpener = { 'cross-origin-opener-policy': 'unsafe-none' }

/** Returns whether a return URL ends in a popup that a page of a registered origin waits for. */
export function endsInPopup(next: unknown, isKnownOrigin: (origin: string) => boolean): boolean {
  const address = typeof next === 'string' ? URL.parse(next, 'http://localhost') : null
  return isKnownOrigin(address?.searchParams.get('opener_origin') ?? '')
}
