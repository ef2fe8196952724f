import { useState, type ReactNode } from 'react'
import { SubmitButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formText } from '../../ui/flows/form-text.ts'
import { Form } from '../../ui/form.tsx'
import { partProps } from '../../ui/part-props.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { ActionNotice, Cancel } from './account/parts.tsx'
import { useAct, useRoom } from './room.tsx'

const MAX_NAME_LENGTH = 64

interface Naming {
  words: { name: string; nameHint: string; named: string }
  /** Saves the trimmed text. */
  save: (name: string) => Promise<void>
}

/** A row that people can name, in a form in its place. */
export function Renamable(
  props: Naming & {
    /** What the row is known by. */
    name: string
    /** The name that somebody gave it, where it may be known by another. */
    given?: string
    /** Draws the row with the button that opens the form. */
    children: (rename: ReactNode) => ReactNode
  },
): ReactNode {
  const { name, given = name, words, save } = props
  const { devices } = useRoom().t
  const [isNaming, setNaming] = useState(false)
  const [wasNamed, setNamed] = useState(false)

  function end(): void {
    setNaming(false)
    setNamed(true)
  }

  if (isNaming) return <NameForm name={given} words={words} save={save} onEnd={end} />
  return props.children(
    <RowButton label={devices.renameOf(name)} hasFocus={wasNamed} onClick={() => setNaming(true)}>
      {devices.rename}
    </RowButton>,
  )
}

function NameForm(props: Naming & { name: string; onEnd: () => void }): ReactNode {
  const { words, onEnd } = props
  const { devices } = useRoom().t
  const act = useAct()

  async function save(form: FormData): Promise<void> {
    const name = formText(form, 'row').trim()
    if (await act.run(() => props.save(name), words.named)) onEnd()
  }

  return (
    <li {...partProps('row', 'row-open')}>
      <div {...partProps('edit')}>
        <Form flow={act} hasFocus onSubmit={save}>
          <Field
            name="row"
            label={words.name}
            hint={words.nameHint}
            maxLength={MAX_NAME_LENGTH}
            autoComplete="off"
            start={props.name}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onEnd()
            }}
          />
          <SubmitButton>{devices.save}</SubmitButton>
        </Form>
        <ActionNotice formAction={act} />
        <Cancel onClick={onEnd} />
      </div>
    </li>
  )
}
