/** Profile fields that are stored as they are sent; a new one is also a column of `accounts`. */
export interface ProfileDetails {
  description: string
  /** 0 unknown, 1 male, 2 female. */
  gender: number
  /** `YYYY-MM-DD`, or empty. */
  birthday: string
}

/** The details of a new account. */
export const emptyDetails: ProfileDetails = { description: '', gender: 0, birthday: '' }

/** Some details; undefined ones are unknown or stay as they are. */
export type PartialDetails = { [Name in keyof ProfileDetails]?: ProfileDetails[Name] | undefined }

/** Returns the details among the properties of an account or of a request. */
export function pickDetails<Values extends PartialDetails>(
  values: Values,
): Pick<Values, keyof ProfileDetails & keyof Values> {
  const names = Object.keys(emptyDetails) as (keyof ProfileDetails & keyof Values)[]
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Pick<
    Values,
    keyof ProfileDetails & keyof Values
  >
}
