/** Messages beside the buttons of providers. */
export const providers = {
  or: 'or',
  with: (title: string): string => `Continue with ${title}`,
  lastUsed: 'Last used',
  withLast: (title: string): string => `Continue with ${title}, last used`,
}
