/** Returns whether browsers go elsewhere than an address says: they follow dots in a path, and no server has port 0. */
export function isAltered(text: string, { port }: URL): boolean {
  return port === '0' || /[/:](?:\.|%2e){1,2}(?=[/?#]|$)/i.test(text)
}
