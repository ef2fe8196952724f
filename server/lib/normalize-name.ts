/** Returns a name in the form in which names are compared and searched: width, case and kana alike. */
export function normalizeName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u30a1-\u30f6]/g, (kana) =>
      String.fromCodePoint((kana.codePointAt(0) ?? 0) - 0x60),
    )
    .replaceAll(/\s+/g, ' ')
    .trim()
}
