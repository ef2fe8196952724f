import { mayActAs } from '../operators/manage-operators.ts'
import type { Choice, Field, Section } from '../pages/page.ts'
import type { ConsoleContext } from './page.ts'

/** What the form of some acts has besides reason and buttons. */
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
  { csrf, isRecent, operator, page, path, texts, typed }: ConsoleContext,
  title: string,
  names: readonly string[],
  { text, fields = [], choices, hidden }: ActFields = {},
): Section[] {
  const acts = names.flatMap((name) => {
    const act = page.acts[name]
    return act !== undefined && mayActAs(operator.role, act.role) ? [{ name, act }] : []
  })
  const [first] = acts
  if (first === undefined) return []
  if (!isRecent && acts.some(({ act }) => act.needsProof)) {
    return [{ title, text: texts.proofNeeded, links: [proofLink(path, texts.prove)] }]
  }
  const isTyped = acts.some(({ name }) => name === typed.act)
  const input = ({
    name,
    value,
    isOptional = false,
    ...field
  }: (typeof fields)[number]): Field => ({
    ...field,
    name,
    id: `${first.name}-${name}`,
    type: 'text',
    autocomplete: 'off',
    isRequired: !isOptional,
    value: isTyped && typeof typed[name] === 'string' ? typed[name] : (value ?? ''),
  })
  const reason = { name: 'reason', label: texts.reason, hint: texts.reasonHint }
  const form = {
    action: path,
    hidden: { csrf, ...hidden },
    fields: [...fields, reason].map(input),
    ...(choices && { choices }),
    buttons: acts.map(({ name, act }) => ({
      text: act.words(texts).act,
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
