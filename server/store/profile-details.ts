import { initialDetails, type ProfileDetails } from '#protocol/profile-fields.ts'

/** Some details; undefined ones are unknown or stay as they are. */
export type PartialDetails = { [Name in keyof ProfileDetails]?: ProfileDetails[Name] | undefined }

/** Returns the details among the properties of an account or of a request. */
export function pickDetails<Values extends PartialDetails>(
  values: Values,
): Pick<Values, keyof ProfileDetails & keyof Values> {
  const names = Object.keys(initialDetails) as (keyof ProfileDetails & keyof Values)[]
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Pick<
    Values,
    keyof ProfileDetails & keyof Values
  >
}
