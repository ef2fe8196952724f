import { useStore } from '@nanostores/react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { OrganizationSettingsFlow } from '../flows/organization-settings.ts'
import { fieldErrorOf } from '../../ui/flows/form-error.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useFrame } from '../../ui/frame.tsx'
import { FieldError } from '../../ui/field-error.tsx'
import { partProps } from '../../ui/part-props.ts'
import { FileInput } from '../../ui/file-input.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { ActionError } from '../../ui/form-error-notice.tsx'
import { Copyable } from './copyable.tsx'
import { dateOf, OrganizationLogo, useEnterprise, useHold, useOrganization } from './frame.tsx'

/** Name, logo, freezing and deletion of the organization. */
export function OrganizationSettings({ flow }: { flow: OrganizationSettingsFlow }): ReactNode {
  const { store, t } = useEnterprise()
  const { organization } = useOrganization()
  const { language } = useFrame().messages
  const { settings } = t
  const hold = useHold()
  useEffect(() => void flow.load(), [flow])
  return (
    <div {...partProps('narrow')}>
      {store.may('subject.update') && (
        <Form flow={flow} onSubmit={flow.save}>
          <Field
            name="subject_name"
            label={settings.name}
            start={organization.organizationName}
            autoComplete="off"
            autoCapitalize="words"
            required
          />
          <SubmitButton>{t.save}</SubmitButton>
        </Form>
      )}
      {store.may('subject.update') && <LogoChoice flow={flow} />}
      <ActionError flow={flow} />
      <dl {...partProps('facts')}>
        <dt>{settings.members}</dt>
        <dd>{organization.memberCount.toLocaleString(language)}</dd>
        <dt>{settings.founded}</dt>
        <dd>{dateOf(organization.createTime, language)}</dd>
      </dl>
      <Copyable label={settings.id} text={organization.organizationId} />
      {store.may('subject.freeze') && (
        <Act words={settings.freeze} onClick={() => flow.askFreeze()} />
      )}
      {store.may('subject.delete') && (
        <Act words={settings.remove} reason={hold} onClick={() => flow.askDelete()} />
      )}
    </div>
  )
}

function LogoChoice({ flow }: { flow: OrganizationSettingsFlow }): ReactNode {
  const { logo } = useEnterprise().t.settings
  const { organization } = useOrganization()
  const { prefix } = useFrame()
  const error = fieldErrorOf(useStore(flow.$formError), 'logo')
  const input = useRef<HTMLInputElement>(null)
  const id = `${prefix}-logo`
  return (
    <section {...partProps('act')}>
      <h2 {...partProps('subheading')}>{logo.heading}</h2>
      <div {...partProps('row-acts')}>
        <OrganizationLogo organization={organization} />
        <FileInput
          id={id}
          inputRef={input}
          hintId={`${id}-hint`}
          isWrong={error !== undefined}
          onChoose={flow.uploadLogo}
        >
          {logo.choose}
        </FileInput>
        {organization.logoUrl !== '' && (
          <RowButton
            onClick={() => {
              // The button goes with the logo.
              input.current?.focus()
              void flow.removeLogo()
            }}
          >
            {logo.remove}
          </RowButton>
        )}
      </div>
      <p {...partProps('hint')} id={`${id}-hint`}>
        {logo.hint}
      </p>
      <FieldError id={id} error={error} isAlert />
    </section>
  )
}

function Act(props: {
  words: { heading: string; about: string; button: string }
  /** Why it is not possible now. */
  reason?: string
  onClick: () => void
}): ReactNode {
  const { reason = '' } = props
  const { heading, about, button } = props.words
  return (
    <section {...partProps('act')}>
      <h2 {...partProps('subheading')}>{heading}</h2>
      <p {...partProps('text', 'blank-text')}>{reason || about}</p>
      {reason === '' && (
        <div {...partProps('row-acts')}>
          <RowButton isDanger onClick={props.onClick}>
            {button}
          </RowButton>
        </div>
      )}
    </section>
  )
}
