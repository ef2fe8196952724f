import type { ReactNode } from 'react'
import { SubmitButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formText } from '../../ui/flows/form-text.ts'
import { Form } from '../../ui/form.tsx'
import { partProps } from '../../ui/part-props.ts'
import { Cancel } from './account/parts.tsx'
import { useAct } from './room.tsx'

const MAX_NAME_LENGTH = 64

/** A form in place of a row that names what the row is about. */
export function RowName(props: {
  name: string
  words: { name: string; nameHint: string; save: string; named: string }
  /** Saves the trimmed text. */
  save: (name: string) => Promise<void>
  onEnd: () => void
}): ReactNode {
  const { words, onEnd } = props
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
          <SubmitButton>{words.save}</SubmitButton>
        </Form>
        <Cancel onClick={onEnd} />
      </div>
    </li>
  )
}
