// The looks of the product, defined once. `npm run make` writes them to `theme.css`
// and to the icon of the site, and names of properties are public.

/** Colours, each for the light and for the dark scheme. */
export const colours = {
  bg: { light: '#fbfaf7', dark: '#151312' },
  surface: { light: '#ffffff', dark: '#1e1b19' },
  sunken: { light: '#f3f1eb', dark: '#100e0d' },
  ink: { light: '#1d1a17', dark: '#f2ede6' },
  'ink-soft': { light: '#5a534b', dark: '#b8afa5' },
  line: { light: '#e0dbd1', dark: '#38322d' },
  'line-strong': { light: '#857c71', dark: '#8d847a' },
  accent: { light: '#2340c8', dark: '#a3b5ff' },
  'accent-strong': { light: '#1a309c', dark: '#c3cfff' },
  'accent-ink': { light: '#ffffff', dark: '#0e1533' },
  'accent-soft': { light: '#e9edfd', dark: '#232a48' },
  danger: { light: '#b3261e', dark: '#ff978d' },
  'danger-soft': { light: '#fdeceb', dark: '#43211e' },
  ok: { light: '#186a3b', dark: '#7ad9a0' },
  'ok-soft': { light: '#e6f5ec', dark: '#16331f' },
} as const

/** The sign of the product in a square of 32: the line that was and the line that is proposed. */
export const markPaths = [
  'M10 5h18l-4 10H10a5 5 0 0 1 0-10z',
  'M8 17h14a5 5 0 0 1 0 10H4z',
] as const

/** Shadow, corners and fonts. */
export const shapes = {
  shadow: '0 1px 2px light-dark(#1d1a1714, #0006), 0 8px 28px light-dark(#1d1a1712, #0007)',
  radius: '10px',
  'radius-small': '7px',
  font: "'Instrument Sans Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  'font-ja':
    "'Instrument Sans Variable', 'Hiragino Sans', 'Noto Sans JP', 'Noto Sans CJK JP', 'Yu Gothic', Meiryo, sans-serif",
  'font-mono':
    "ui-monospace, 'SF Mono', 'Cascadia Mono', 'JetBrains Mono', 'DejaVu Sans Mono', monospace",
} as const
