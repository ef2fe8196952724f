// Writes `protocol/theme.css` and `public/favicon.svg` from `protocol/theme.ts`; with --check says
// whether they are up to date. Run `npx node scripts/make-icons.ts` after a change of the icon.
import { colours, shapes } from '../protocol/theme.ts'
import { writeMade } from './lib/write-made.ts'

const declarations = [
  ...Object.entries(colours).map(([name, { light, dark }]) => [
    name,
    `light-dark(${light}, ${dark})`,
  ]),
  ...Object.entries(shapes),
].map(([name, value]) => `    --passport-${name}: ${value};`)

const files = {
  'protocol/theme.css': `/* Made from theme.ts by npm run make. Pages override any property on :root or on the element. */
@layer passport {
  :root,
  :host {
${declarations.join('\n')}
  }
}
`,
  'public/favicon.svg': `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="7" fill="${colours.surface.dark}" />
  <path fill="${colours.ink.dark}" d="M11.500 7.500h14l-3 7.500h-11a3.750 3.750 0 0 1 0-7.500z" />
  <path fill="${colours.accent.dark}" d="M9.500 17h11a3.750 3.750 0 0 1 0 7.500h-14z" />
</svg>
`,
}

for (const [name, text] of Object.entries(files)) writeMade(name, text)
