import { useStore } from '@nanostores/react'
import { useState, type ReactNode } from 'react'
import { organizationEventKinds } from '#protocol/organization-event-kinds.ts'
import type { OrganizationEvent } from '../../client/calls/organization-events.ts'
import { toEventKind, type ActivityFlow } from '../flows/activity.ts'
import type { EnterpriseMessages } from '../../messages/enterprise-messages.ts'
import { useFrame } from '../../ui/frame.tsx'
import { FieldError } from '../../ui/field-error.tsx'
import { partProps } from '../../ui/part-props.ts'
import { Filters } from './filters.tsx'
import { Select } from './select.tsx'
import { Blank, rightName, useEnterprise, useRoles, WithRight } from './frame.tsx'
import { Table } from './table.tsx'

/** The activity log, with filters and a download. */
export function Activity({ flow }: { flow: ActivityFlow }): ReactNode {
  const { store, t } = useEnterprise()
  const { language } = useFrame().messages
  const { query } = flow
  const filter = useStore(query.$filter)
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const words = t.activity
  const { nameOf } = useRoles()
  const isFiltered = filter.kind !== '' || filter.from !== '' || filter.to !== ''
  return (
    <WithRight permission="audit.read" load={query.load}>
      <Filters count={[filter.kind, filter.from, filter.to].filter((one) => one !== '').length}>
        <Select
          name="kind"
          label={words.event}
          first={t.table.all}
          options={organizationEventKinds.map((value) => ({ value, label: words.kinds[value] }))}
          value={filter.kind}
          onChoose={(kind) => query.filter({ kind: toEventKind(kind) })}
        />
        <Day name="from" value={filter.from} onChoose={(from) => query.filter({ from })} />
        <Day name="to" value={filter.to} onChoose={(to) => query.filter({ to })} />
      </Filters>
      {store.may('audit.export') && (
        <div {...partProps('row-acts')}>
          {(['csv', 'ndjson'] as const).map((format) => (
            <a key={format} {...partProps('small')} href={flow.fileAddress(format)} download>
              {words.download(format.toUpperCase())}
            </a>
          ))}
        </div>
      )}
      <Table<OrganizationEvent, unknown>
        query={query}
        caption={words.title}
        keyOf={(row) => row.eventId}
        nameOf={(row) => kindOf(row, words.kinds)}
        columns={[
          { label: words.event, cell: (row) => kindOf(row, words.kinds) },
          { label: words.target, cell: (row) => subjectOf(row, t, nameOf) },
          {
            label: words.actor,
            cell: (row) => (row.actor === 'operator' ? words.operator : row.actorName),
          },
          { label: words.time, cell: (row) => time.format(row.time * 1000) },
          { label: words.place, cell: (row) => row.address },
        ]}
        empty={<Blank title={words.empty} text={words.emptyText} />}
        onClear={isFiltered ? () => query.filter({ kind: '', from: '', to: '' }) : undefined}
      />
    </WithRight>
  )
}

// Refusals of an hour are one row.
function subjectOf(
  row: OrganizationEvent,
  t: EnterpriseMessages,
  roleName: (key: string) => string,
): string {
  if (row.kind === 'role_given' || row.kind === 'role_taken') {
    const [, role = ''] = /"role":"([\w-]+)"/.exec(row.detail) ?? []
    return row.targetName + t.colon + roleName(role)
  }
  if (row.kind !== 'permission_refused') return row.targetName
  const [, count = '1'] = /"count":(\d+)/.exec(row.detail) ?? []
  return `${rightName(row.target, t)} × ${count}`
}

// A newer server may log kinds that this script does not know.
function kindOf({ kind }: OrganizationEvent, kinds: Readonly<Record<string, string>>): string {
  return kinds[kind] ?? kind
}

function Day(props: {
  name: 'from' | 'to'
  value: string
  onChoose: (day: string) => void
}): ReactNode {
  const { prefix } = useFrame()
  const { activity } = useEnterprise().t
  const [isHalf, setIsHalf] = useState(false)
  const id = `${prefix}-day-${props.name}`
  return (
    <div {...partProps('field')}>
      <label {...partProps('label')} htmlFor={id}>
        {activity.days[props.name]}
      </label>
      <input
        {...partProps('input')}
        id={id}
        type="date"
        form=""
        value={props.value}
        aria-invalid={isHalf || undefined}
        aria-describedby={isHalf ? `${id}-error` : undefined}
        onChange={(event) => props.onChoose(event.currentTarget.value)}
        // Half a day filters nothing.
        onBlur={(event) => setIsHalf(event.currentTarget.validity.badInput)}
      />
      <FieldError id={id} error={isHalf && activity.wholeDay} />
    </div>
  )
}
