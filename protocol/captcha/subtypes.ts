/** Kinds of puzzle as decisions name them. */
export type Subtype = 'text' | '3d' | 'whirl' | 'slide'

/** A kind, or `any` where whoever shows the check may choose one. */
export type KindChoice = Subtype | 'any'

/** The code that stands for each kind in a decision. */
export const subtypeCodes: Readonly<Record<Subtype, string>> = {
  text: '3059',
  '3d': '3060',
  whirl: '99996',
  slide: '99999',
}

/** The kind behind a decision's code: whatever is not one of the other three is slide. */
export function subtypeOf(code: string | number): Subtype {
  switch (String(code)) {
    case subtypeCodes.text:
      return 'text'
    case subtypeCodes['3d']:
      return '3d'
    case subtypeCodes.whirl:
      return 'whirl'
    default:
      return 'slide'
  }
}
