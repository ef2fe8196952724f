/** Says that nothing came back: the visitor's network is gone, or the server is at fault. */
export function tellUnreached(words: { offline?: string; failed?: string }): string {
  return (navigator.onLine ? words.failed : words.offline) ?? ''
}
