import { max, min, number, pattern, string, type Infer, type Struct } from 'superstruct'
import {
  birthday,
  displayName,
  longText,
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
  /** Value of a new account; a field with one is stored as it is sent, in a column of its name. */
  readonly initial?: string | number
  /** How often it may change; without one, any number of times. */
  readonly changes?: { readonly most: number; readonly days: number }
  /** Whether `recommend_name` suggests values. */
  readonly isSuggested?: true
}

/** Every profile field that the owner may change. */
export const profileFields = {
  name: {
    input: displayName,
    reply: anyText,
    isSensitive: true,
    changes: { most: 5, days: 7 },
    isSuggested: true,
  },
  user_unique_name: {
    input: username,
    reply: anyText,
    isSensitive: true,
    changes: { most: 2, days: 90 },
    isSuggested: true,
  },
  description: {
    input: longText,
    reply: anyText,
    initial: '',
    changes: { most: 20, days: 1 },
  },
  /** 0 unknown, 1 male, 2 female. */
  gender: {
    input: min(max(wholeNumber, 2), 0),
    reply: number(),
    initial: 0,
    changes: { most: 3, days: 30 },
  },
  /** `YYYY-MM-DD`; empty in a reply if unknown. */
  birthday: {
    input: birthday,
    reply: anyText,
    isSensitive: true,
    initial: '',
    changes: { most: 2, days: 365 },
  },
  avatar: { input: webUri, changes: { most: 20, days: 1 } },
  bg_img: { input: webUri, changes: { most: 20, days: 1 } },
  locale: {
    input: pattern(string(), /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/),
    reply: anyText,
  },
} as const satisfies Record<string, ProfileField>

type Fields = typeof profileFields

/** Name of a profile field. */
export type ProfileFieldName = keyof Fields

type FieldsWith<Property extends keyof ProfileField> = {
  [Name in ProfileFieldName]: Property extends keyof Fields[Name] ? Name : never
}[ProfileFieldName]

/** Name of a profile field with limited changes. */
export type LimitedProfileField = FieldsWith<'changes'>

/** Profile fields that are stored as they are sent. */
export type ProfileDetails = {
  -readonly [Name in FieldsWith<'initial'>]: Infer<Fields[Name]['input']>
}

/** Names of all profile fields. */
export const profileFieldNames = Object.keys(profileFields) as ProfileFieldName[]

/** Names of the fields with limited changes. */
export const limitedProfileFields = fieldsWith('changes')

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

/** The details of a new account. */
export const initialDetails = Object.fromEntries(
  fieldsWith('initial').map((name) => [name, profileFields[name].initial]),
) as ProfileDetails

function fieldsWith<Property extends keyof ProfileField>(
  property: Property,
): FieldsWith<Property>[] {
  return profileFieldNames.filter(
    (name): name is FieldsWith<Property> => property in profileFields[name],
  )
}
