/** Code on the wire of each kind of puzzle. */
export const kindCodes = {
  text: '3059',
  '3d': '3060',
  whirl: '99996',
  slide: '99999',
} as const

/** Kind of puzzle. */
export type KindName = keyof typeof kindCodes

/** Names of all kinds. */
export const kindNames = Object.keys(kindCodes) as KindName[]

/** Kind of puzzle, or `any` if the client may choose. */
export type KindChoice = KindName | 'any'

/** Whether a name is that of a kind. */
export function isKindName(name: string): name is KindName {
  return Object.hasOwn(kindCodes, name)
}

/** Returns the kind of a code, `slide` by default. */
export function kindOfCode(code: string | number): KindName {
  return kindNames.find((name) => kindCodes[name] === String(code)) ?? 'slide'
}
