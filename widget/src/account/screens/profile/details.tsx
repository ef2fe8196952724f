import { useStore } from '@nanostores/react'
import { useId, useState, type ReactNode } from 'react'
import { languages } from '#protocol/languages.ts'
import type { Account } from '../../../client/calls/account.ts'
import type { BackgroundFlow, DetailsFlow } from '../../flows/profile-details.ts'
import { fieldErrorOf } from '../../../ui/flows/form-error.ts'
import { SubmitButton } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { useFieldError } from '../../../ui/form-state.ts'
import { useFrame, useMessages } from '../../../ui/frame.tsx'
import { FieldError } from '../../../ui/field-error.tsx'
import { partProps } from '../../../ui/part-props.ts'
import { FileInput } from '../../../ui/file-input.tsx'
import { ActionNotice } from '../account/parts.tsx'
import { ReadyPictures } from './picture.tsx'

/** The server's limit. */
const MAX_DESCRIPTION = 200

/** Form for description and language, and folded below `more`, birthday and gender. */
export function Details(props: { flow: DetailsFlow; user: Account; more: string }): ReactNode {
  const { flow, user } = props
  const { messages } = useFrame()
  const t = messages.profile
  const [today] = useState(() => new Date().toISOString().slice(0, 'YYYY-MM-DD'.length))
  const names = new Intl.DisplayNames([messages.language], { type: 'language' })
  const known = user.locale === '' ? languages : [...new Set([...languages, user.locale])]
  return (
    <div {...partProps('listed')}>
      <Form flow={flow} onSubmit={flow.submit}>
        <Labelled label={t.description} name="description">
          {(field) => (
            <textarea
              {...field}
              {...partProps('input')}
              name="description"
              rows={3}
              maxLength={MAX_DESCRIPTION}
              defaultValue={user.description}
            />
          )}
        </Labelled>
        <Labelled label={t.locale}>
          {(field) => (
            <select {...field} {...partProps('input')} name="locale" defaultValue={user.locale}>
              {user.locale === '' && <option value="">{t.noLocale}</option>}
              {known.map((tag) => (
                <option key={tag} value={tag}>
                  {names.of(tag)}
                </option>
              ))}
            </select>
          )}
        </Labelled>
        <details {...partProps('fold')}>
          <summary>{props.more}</summary>
          <div {...partProps('details-fields')}>
            <Field
              name="birthday"
              label={t.birthday}
              type="date"
              autoComplete="bday"
              min="1900-01-01"
              max={today}
              start={user.birthday}
            />
            <Labelled label={t.gender}>
              {(field) => (
                <select {...field} {...partProps('input')} name="gender" defaultValue={user.gender}>
                  {t.genders.map((name, value) => (
                    <option key={name} value={value}>
                      {name}
                    </option>
                  ))}
                </select>
              )}
            </Labelled>
          </div>
        </details>
        <SubmitButton>{t.save}</SubmitButton>
      </Form>
      <ActionNotice formAction={flow} />
    </div>
  )
}

function Labelled(props: {
  label: string
  name?: string
  children: (field: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode
}): ReactNode {
  const id = useId()
  const error = useFieldError(props.name ?? '')
  const wrong = { 'aria-describedby': `${id}-error`, 'aria-invalid': true } as const
  return (
    <div {...partProps('field')}>
      <label {...partProps('label')} htmlFor={id}>
        {props.label}
      </label>
      {props.children({ id, ...(error !== undefined && wrong) })}
      <FieldError id={id} error={error} />
    </div>
  )
}

/** Chooses a background or uploads one. */
export function Background({ flow }: { flow: BackgroundFlow }): ReactNode {
  const { prefix } = useFrame()
  const t = useMessages().profile
  const error = fieldErrorOf(useStore(flow.$formError), 'background')
  const id = `${prefix}-background`
  return (
    <div {...partProps('group')}>
      <ReadyPictures flow={flow} title={t.background} shape="wide" nameOf={t.chooseBackground} />
      <div {...partProps('field')}>
        <FileInput id={id} isWrong={error !== undefined} onChoose={flow.upload}>
          {t.choose}
        </FileInput>
        <FieldError id={id} error={error} isAlert />
      </div>
      <ActionNotice formAction={flow} />
    </div>
  )
}
