/** An input of a form. */
export interface Field {
  name: string
  /** Id of the input, where the page has several of this name; else its name. */
  id?: string
  label: string
  /** Stands beside the label. */
  note?: string
  hint?: string
  value?: string
  type: 'text' | 'password'
  autocomplete: string
  inputMode?: 'numeric' | 'email' | 'text'
  isRequired?: boolean
  /** What is wrong with it, below it. */
  error?: string | undefined
  /** Whether the problem of the page is about it. */
  isWrong?: boolean
  /** Stands at the other end of the label's line. */
  help?: Link
}

/** What a checkbox sends. */
export const TICKED = '1'

/** A box to tick, or one of several things to choose. */
export interface Choice {
  name: string
  /** Value of a radio button; undefined for a checkbox. */
  value?: string
  /** Stands above it and those that follow. */
  legend?: string | undefined
  label: string
  /** Stands beside the label. */
  note?: string | undefined
  isChecked: boolean
  /** Whether it cannot be changed. */
  isLocked?: boolean
}

/** A button that sends its form. */
export interface Button {
  text: string
  name?: string
  value?: string
  look?: 'quiet' | 'danger'
}

/** A form that is posted. */
export interface Form {
  action: string
  /** Fields that nobody sees; empty ones are left out. */
  hidden: Readonly<Record<string, string | undefined>>
  fields?: readonly Field[]
  choices?: readonly Choice[]
  /** Stands below the choices. */
  lastField?: Field
  /** Question that the buttons answer, or what the only button is about. */
  question?: string
  /** Stands below the question. */
  note?: string
  buttons: readonly Button[]
}

/** A link; a script of the page finds it by its id. */
export interface Link {
  href: string
  text: string
  /** Whether it is what people do next, and looks like a button. */
  isNext?: boolean
  /** Whether it opens a tab of its own, so that what was typed stays. */
  isApart?: boolean
  id?: string
  data?: Readonly<Record<string, string>>
}

/** What a cell of a table shows. */
export type Cell = string | Link

/** Rows below heads of columns. */
export interface Table {
  columns: readonly string[]
  rows: readonly (readonly Cell[])[]
  /** Stands in place of a table without rows. */
  empty: string
}

/** A field of a search. */
export interface SearchField {
  name: string
  label: string
  hint?: string
  value: string
}

/** A field that looks something up, at the address of the page. */
export interface Search extends SearchField {
  action: string
  /** A second field. */
  also?: SearchField
  button: string
}

/** A link among several that lead to parts of the same thing. */
export interface Tab extends Link {
  isCurrent: boolean
}

/** Names and values, in pairs; those without a value are not shown. */
export type Facts = readonly (readonly [name: string, value: string])[]

/** Part of a page below a heading of its own. */
export interface Section {
  title: string
  text?: string
  facts?: Facts
  table?: Table
  forms?: readonly Form[]
  links?: readonly Link[]
}

/** Content of a page of the account server, from top to bottom. */
export interface Page {
  title: string
  /** Address of a picture of this server above the title; empty for none. */
  logo?: string
  /** Outcome that is also shown as an icon. */
  outcome?: 'good' | 'bad'
  /** Error message that belongs to no field; several sentences where several things are wrong. */
  tabs?: { label: string; items: readonly Tab[] }
  problem?: string | readonly string[] | undefined
  notice?: string | undefined
  text?: string
  /** Sentences below a heading of their own. */
  list?: { title: string; items: readonly string[] } | undefined
  /** The device that asks to be signed in, its name first. */
  device?: Facts
  search?: Search
  facts?: Facts
  table?: Table
  warning?: string | undefined
  forms?: readonly Form[]
  /** Where its forms may lead besides this server: sources of the content security policy. */
  formsLeadTo?: string
  sections?: readonly Section[]
  links?: readonly Link[]
  /** Post that shows it with what was typed, in the language that it adds; without it, its address does. */
  again?: Pick<Form, 'action' | 'hidden'> | undefined
  /** Log id of a refusal, by which support finds out why. */
  logId?: string
  /** Its script, which the content security policy names by its hash. */
  script?: string
}

/** Returns whether a page says that something was refused. */
export function isRefusal({ problem, forms = [], sections = [] }: Page): boolean {
  const all = [...forms, ...sections.flatMap((section) => section.forms ?? [])]
  const hasError = all.some((form) => fieldsOf(form).some(({ error }) => error !== undefined))
  return problem !== undefined || hasError
}

/** Returns the fields of a form, from top to bottom. */
export function fieldsOf({ fields = [], lastField }: Form): readonly Field[] {
  return lastField === undefined ? fields : [...fields, lastField]
}
