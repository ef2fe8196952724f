import { useStore } from '@nanostores/react'
import { useEffect, useMemo, type ReactNode } from 'react'
import {
  createInviteManyFlow,
  type InvitedRow,
  type InviteManyFlow,
  type RowResult,
} from '../flows/invite-many.ts'
import type { PeopleQuery } from '../flows/people.ts'
import { fieldErrorOf } from '../../ui/flows/form-error.ts'
import { formText } from '../../ui/flows/form-text.ts'
import { LinkButton, SubmitButton } from '../../ui/button.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { Form } from '../../ui/form.tsx'
import { useFrame } from '../../ui/frame.tsx'
import { FieldError } from '../../ui/field-error.tsx'
import { Head } from '../../ui/head.tsx'
import { partProps } from '../../ui/part-props.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { ActionError } from '../../ui/form-error-notice.tsx'
import { Select } from './select.tsx'
import { useEnterprise } from './frame.tsx'
import { Table } from './table.tsx'

const results: readonly RowResult[] = [
  'wrong',
  'ready',
  'made',
  'exists',
  'member',
  'refused',
  'waiting',
]

/** Files that may hold a list. */
const LISTS = '.csv,.tsv,.txt,text/csv,text/plain'

/** Invites people by a spreadsheet. */
export function InviteMany(props: { people: PeopleQuery; onBack: () => void }): ReactNode {
  const { people, onBack } = props
  const { store, t, roles } = useEnterprise()
  const flow = useMemo(
    () => createInviteManyFlow(store, t, roles.query, people),
    [store, t, roles, people],
  )
  useEffect(() => () => flow.dispose(), [flow])
  return <InviteManyView flow={flow} onBack={onBack} />
}

/** The screen for one flow, apart for the gallery. */
export function InviteManyView(props: { flow: InviteManyFlow; onBack: () => void }): ReactNode {
  const { flow, onBack } = props
  const { t } = useEnterprise()
  const step = useStore(flow.$step)
  const isAtRest = step.at !== 'checking' && step.at !== 'sending'
  return (
    <>
      <Head title={t.many.title} text={step.at === 'input' ? t.many.text : undefined} />
      {step.at === 'input' ? <Input flow={flow} /> : <Progress flow={flow} />}
      <ActionError flow={flow} />
      {isAtRest && (
        <p {...partProps('foot', 'foot-start')}>
          <LinkButton onClick={onBack}>{t.many.back}</LinkButton>
        </p>
      )}
    </>
  )
}

function Input({ flow }: { flow: InviteManyFlow }): ReactNode {
  const { prefix } = useFrame()
  const { t } = useEnterprise()
  const formError = useStore(flow.$formError)
  const error = fieldErrorOf(formError, 'rows')
  const id = `${prefix}-rows`
  return (
    <Form flow={flow} onSubmit={(form) => flow.read(formText(form, 'rows'))}>
      <div {...partProps('field')}>
        <label {...partProps('label')} htmlFor={id}>
          {t.many.list}
        </label>
        <textarea
          {...partProps('input', 'area')}
          id={id}
          name="rows"
          rows={8}
          placeholder={t.many.example}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
        />
        <FieldError id={id} error={error} />
      </div>
      <div {...partProps('row-acts')}>
        <SubmitButton>{t.many.checkList}</SubmitButton>
        <FileInput id={`${id}-file`} accept={LISTS} isWrong={false} onChoose={flow.readFile}>
          {t.many.file}
        </FileInput>
      </div>
    </Form>
  )
}

function Progress({ flow }: { flow: InviteManyFlow }): ReactNode {
  const { language } = useFrame().messages
  const { t } = useEnterprise()
  const step = useStore(flow.$step)
  const counts = useStore(flow.$counts)
  const filter = useStore(flow.query.$filter)
  const ready = counts.ready ?? 0
  const there = results.filter((result) => counts[result])
  const isRunning = step.at === 'checking' || step.at === 'sending'
  return (
    <>
      <output {...partProps('text')}>
        {there
          .map(
            (result) => t.many.results[result] + t.colon + counts[result]?.toLocaleString(language),
          )
          .join(' · ')}
      </output>
      {isRunning && (
        <>
          <progress {...partProps('progress')} max={step.all} value={step.done} />
          <output {...partProps('text')}>{t.many[step.at](step.done, step.all)}</output>
        </>
      )}
      {(step.at === 'paused' || step.at === 'limited') && (
        <p {...partProps('text')}>
          {step.at === 'limited' && !counts.made ? t.many.limitedAhead(ready) : t.many[step.at]}
        </p>
      )}
      <div {...partProps('row-acts')}>
        {(step.at === 'preview' || step.at === 'paused' || step.at === 'limited') && ready > 0 && (
          <RowButton isMain onClick={() => void flow.send()}>
            {step.at === 'preview' || !counts.made ? t.many.send(ready) : t.many.proceed(ready)}
          </RowButton>
        )}
        {isRunning ? (
          step.at === 'sending' && <RowButton onClick={flow.pause}>{t.many.pause}</RowButton>
        ) : (
          <>
            <RowButton onClick={() => saveFile(t.many.fileName, flow.results(), 'text/csv')}>
              {t.many.download}
            </RowButton>
            <RowButton onClick={flow.restart}>{t.many.restart}</RowButton>
          </>
        )}
      </div>
      {there.length > 1 && (
        <div {...partProps('filters')}>
          <Select
            name="only"
            label={t.many.result}
            first={t.table.all}
            options={there.map((value) => ({ value, label: t.many.results[value] }))}
            value={filter.only}
            onChoose={(value) =>
              flow.query.filter({ only: results.find((one) => one === value) ?? '' })
            }
          />
        </div>
      )}
      <Table<InvitedRow, unknown>
        query={flow.query}
        caption={t.many.title}
        keyOf={(row) => String(row.row)}
        nameOf={(row) => row.memberName}
        columns={[
          { label: t.many.line, cell: (row) => row.row },
          { label: t.many.address, cell: (row) => row.address },
          { label: t.many.name, cell: (row) => row.memberName },
          { label: t.many.rolesOf, cell: (row) => row.roles.join(t.comma) },
          {
            label: t.many.result,
            cell: (row) => [t.many.results[row.result], row.reason].filter(Boolean).join(t.colon),
          },
        ]}
        empty={null}
        onClear={filter.only === '' ? undefined : () => flow.query.filter({ only: '' })}
      />
    </>
  )
}
