/** Returns a ref callback that applies a style sheet when its first element appears. */
export function lateSheet(css: string): (node: Element | null) => void {
  let sheet: CSSStyleSheet | undefined
  return (node) => {
    if (node === null) return
    if (sheet === undefined) {
      sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
    }
    adopt(node.getRootNode(), [sheet])
  }
}

/** Applies style sheets to the document or the shadow root that an element is in, once; not in another document. */
export function adopt(root: Node, sheets: readonly CSSStyleSheet[]): void {
  if (!(root instanceof Document || root instanceof ShadowRoot)) return
  // Pages put elements into documents that nobody sees, which may not share style sheets.
  if (root !== document && root.ownerDocument !== document) return
  const missing = sheets.filter((sheet) => !root.adoptedStyleSheets.includes(sheet))
  if (missing.length > 0) root.adoptedStyleSheets.push(...missing)
}
