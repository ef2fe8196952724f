/** Returns a promo code as it is stored: in capital letters, without spaces. */
export function normalizePromoCode(input: string): string {
  return input.normalize('NFKC').toUpperCase().replaceAll(/\s/g, '')
}
