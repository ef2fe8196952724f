import { createRoot } from 'react-dom/client'
import { Overlay } from './overlay.tsx'
import { registry } from './registry.ts'
import type { Mount } from './registry.ts'
import css from './styles/captcha.css'
import moments from './styles/moments.css'
import puzzles from './styles/puzzles.css'

const sheet = new CSSStyleSheet()
sheet.replaceSync(css + puzzles + moments)

const mount: Mount = ({ container, session, messages, kind }) => {
  const tree = container.getRootNode()
  if (tree instanceof ShadowRoot || tree instanceof Document) {
    tree.adoptedStyleSheets = [...tree.adoptedStyleSheets, sheet]
  }
  const root = createRoot(container)
  root.render(<Overlay session={session} messages={messages} kind={kind} />)
  return () => root.unmount()
}

// Keyed by this script's element, so that an abandoned script is ignored.
registry().mounts.set(document.currentScript, mount)
