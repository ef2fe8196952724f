/** Returns the message for a missing reply: offline, or a fault of the server. */
export function networkMessage(words: { offline?: string; failed?: string }): string {
  return (navigator.onLine ? words.failed : words.offline) ?? ''
}
