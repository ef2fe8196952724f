// The loader: draws the first screen at once, then fetches the rest.
import { css } from 'virtual:shell'
import { drawAll } from './loader/draw.ts'
import { loadTexts } from './messages/texts.ts'

/** Public half of the root key that signs sealing keys; the server writes it in when serving. */
export const sealRoot = '__PASSPORT_SEAL_ROOT__'

const server = new URL(import.meta.url).origin
const sheet = new CSSStyleSheet()
sheet.replaceSync(css)
document.adoptedStyleSheets.push(sheet)
drawAll(server, loadTexts)

void import('./main.ts').then(
  ({ start }) => start({ server, sealRoot, sheet, loadTexts }),
  // The browser has said on the console what did not load; the plain form still works.
  () => drawAll(server, loadTexts, true),
)
