import { max, min, number, pattern, string, type Struct } from 'superstruct'
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
  /** The value as its owner sends it. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly input: Struct<any, any>
  /** The value in the reply object `user`; pictures are answered there by address. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly reply?: Struct<any, any>
  /** Sent sealed and never logged. */
  readonly isSensitive?: true
  /** Whether the server limits how often it may be changed. */
  readonly isLimited?: true
  /** Whether `recommend_name` suggests values. */
  readonly isSuggested?: true
}

/** What the owner of an account may change in its profile; a new field is one entry here. */
export const profileFields = {
  name: {
    input: displayName,
    reply: anyText,
    isSensitive: true,
    isLimited: true,
    isSuggested: true,
  },
  user_unique_name: {
    input: username,
    reply: anyText,
    isSensitive: true,
    isLimited: true,
    isSuggested: true,
  },
  description: { input: longText, reply: anyText, isLimited: true },
  /** 0 unknown, 1 male, 2 female. */
  gender: { input: min(max(wholeNumber, 2), 0), reply: number(), isLimited: true },
  /** `YYYY-MM-DD`; empty in a reply where it is unknown. */
  birthday: { input: birthday, reply: anyText, isSensitive: true, isLimited: true },
  avatar: { input: webUri, isLimited: true },
  bg_img: { input: webUri, isLimited: true },
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

/** Name of a profile field whose changes the server limits. */
export type LimitedProfileField = FieldsWith<'isLimited'>

/** Names of all profile fields. */
export const profileFieldNames = Object.keys(profileFields) as ProfileFieldName[]

/** Names of the fields whose changes the server limits. */
export const limitedProfileFields = fieldsWith('isLimited')

/** Names of the fields that travel sealed. */
export const sensitiveProfileFields = fieldsWith('isSensitive')

/** Names of the fields that `recommend_name` suggests values for. */
export const suggestedProfileFields = fieldsWith('isSuggested')

/** The struct of every field as its owner sends it. */
export const profileInputs = Object.fromEntries(
  profileFieldNames.map((name) => [name, profileFields[name].input]),
) as { [Name in ProfileFieldName]: Fields[Name]['input'] }

/** The struct of every field that the reply object `user` has under the same name. */
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
