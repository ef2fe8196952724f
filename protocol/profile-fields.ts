import { max, min, number, pattern, string, type Struct } from 'superstruct'
import {
  displayName,
  longText,
  removableBirthday,
  username,
  webUri,
  wholeNumber,
  anyText,
} from './fields.ts'

interface ProfileField {
  /** Value as the owner sends it. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly input: Struct<any, any>
  /** Value in the reply object `user`, which contains addresses of pictures instead of their keys. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly reply?: Struct<any, any>
  /** Whether it is sealed and never logged. */
  readonly isSensitive?: true
  /** Whether `recommend_name` suggests values. */
  readonly isSuggested?: true
}

/** Every profile field that the owner may change. */
export const profileFields = {
  name: {
    input: displayName,
    reply: anyText,
    isSensitive: true,
    isSuggested: true,
  },
  user_unique_name: {
    input: username,
    reply: anyText,
    isSensitive: true,
    isSuggested: true,
  },
  description: { input: longText, reply: anyText },
  /** 0 unknown, 1 male, 2 female. */
  gender: { input: min(max(wholeNumber, 2), 0), reply: number() },
  /** `YYYY-MM-DD`; empty in a reply if unknown, and to remove it. */
  birthday: { input: removableBirthday, reply: anyText, isSensitive: true },
  avatar: { input: webUri },
  bg_img: { input: webUri },
  locale: {
    input: pattern(string(), /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/),
    reply: anyText,
  },
} as const satisfies Record<string, ProfileField>

type Fields = typeof profileFields

/** Name of a profile field. */
export type ProfileFieldName = keyof Fields

/** Maximum number of changes to a field in a number of days; other fields have no limit. */
export const changeLimits = {
  name: { most: 5, days: 7 },
  user_unique_name: { most: 2, days: 90 },
  description: { most: 20, days: 1 },
  gender: { most: 3, days: 30 },
  birthday: { most: 2, days: 365 },
  avatar: { most: 20, days: 1 },
  bg_img: { most: 20, days: 1 },
} as const satisfies Partial<Record<ProfileFieldName, { most: number; days: number }>>

/** Name of a profile field with limited changes. */
export type LimitedProfileField = keyof typeof changeLimits

/** Names of the fields with limited changes. */
export const limitedProfileFields = Object.keys(changeLimits) as LimitedProfileField[]

/** The fields that are stored as they are sent, each in a column of its name, for a new account. */
export const initialDetails = { description: '', gender: 0, birthday: '' }

/** Profile fields that are stored as they are sent. */
export type ProfileDetails = typeof initialDetails

type FieldsWith<Property extends keyof ProfileField> = {
  [Name in ProfileFieldName]: Property extends keyof Fields[Name] ? Name : never
}[ProfileFieldName]

/** Names of all profile fields. */
export const profileFieldNames = Object.keys(profileFields) as ProfileFieldName[]

/** Names of the fields that clients seal. */
export const sensitiveProfileFields = fieldsWith('isSensitive')

/** Names of the fields for which `recommend_name` suggests values. */
export const suggestedProfileFields = fieldsWith('isSuggested')

/** Payload struct of every field. */
export const profileInputs = Object.fromEntries(
  profileFieldNames.map((name) => [name, profileFields[name].input]),
) as { [Name in ProfileFieldName]: Fields[Name]['input'] }

/** Reply struct of every field that is in the reply object `user`. */
export const profileReplies = Object.fromEntries(
  fieldsWith('reply').map((name) => [name, profileFields[name].reply]),
) as { [Name in FieldsWith<'reply'>]: Fields[Name]['reply'] }

function fieldsWith<Property extends keyof ProfileField>(
  property: Property,
): FieldsWith<Property>[] {
  return profileFieldNames.filter(
    (name): name is FieldsWith<Property> => property in profileFields[name],
  )
}
