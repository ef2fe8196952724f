const reserved = new Set(['admin', 'administrator', 'support', 'system', 'security', 'official'])

/** Whether a name would let one person speak for the product; characters nobody sees do not count. */
export function isReservedName(name: string, product: string): boolean {
  const plain = toPlain(name)
  return reserved.has(plain) || plain === toPlain(product)
}

function toPlain(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase()
}
