import { mayActAs } from '../operators/manage-operators.ts'
import { TICKED, type Choice, type Field, type Section } from '../pages/page.ts'
import type { ConsoleContext } from './page.ts'

/** What the form of some acts has besides reason and buttons; without something to choose, there is none. */
interface ActFields {
  text?: string
  fields?: readonly (Pick<Field, 'name' | 'label' | 'hint' | 'value'> & { isOptional?: boolean })[]
  choices?: readonly Choice[]
  hidden?: Readonly<Record<string, string>>
}

/**
 * Returns the part of a page with the buttons of some of its acts and a field for the reason: none where the
 * operator's role allows none of them, and a link to sign in where they need a recent proof.
 */
export function actSection(
  { csrf, fields: typed, isRecent, operator, page, path, texts }: ConsoleContext,
  title: string,
  names: readonly string[],
  { text, fields = [], choices, hidden = {} }: ActFields = {},
): Section[] {
  const acts = names.flatMap((name) => {
    const act = page.acts[name]
    const isAllowed = act !== undefined && mayActAs(operator.role, act.role ?? page.role)
    return isAllowed ? [{ name, act }] : []
  })
  const [first] = acts
  if (first === undefined || choices?.length === 0) return []
  if (!isRecent && acts.some(({ act }) => act.needsProof)) {
    return [{ title, text: texts.proofNeeded, links: [proofLink(path, texts.prove)] }]
  }
  // A form that was refused is shown as it was sent: empty fields and boxes without a tick are missing.
  const isTyped = acts.some(({ name }) => name === typed.act)
  const sent = (name: string): string => {
    const value = typed[name]
    return typeof value === 'string' ? value : ''
  }
  const input = ({ value = '', isOptional = false, ...field }: (typeof fields)[number]): Field => ({
    ...field,
    id: `${first.name}-${field.name}`,
    type: 'text',
    autocomplete: 'off',
    isRequired: !isOptional,
    value: isTyped ? sent(field.name) : value,
  })
  const form = {
    action: path,
    hidden: {
      csrf,
      ...Object.fromEntries(
        Object.entries(hidden).map(([name, value]) => [name, isTyped ? sent(name) : value]),
      ),
    },
    fields: fields.map(input),
    choices: (choices ?? []).map((one) =>
      isTyped ? { ...one, isChecked: typed[one.name] === (one.value ?? TICKED) } : one,
    ),
    lastField: input({ name: 'reason', label: texts.reason, hint: texts.reasonHint }),
    buttons: acts.map(({ name, act }) => ({
      text: page.words(texts)[name]?.act ?? name,
      name: 'act',
      value: name,
      ...(act.isDangerous && { look: 'danger' as const }),
    })),
  }
  return [{ title, ...(text !== undefined && { text }), forms: [form] }]
}

/** Returns the link to prove oneself anew and come back to a path. */
export function proofLink(path: string, text: string): { href: string; text: string } {
  return { href: `/sign-in?${new URLSearchParams({ next: path }).toString()}`, text }
}
