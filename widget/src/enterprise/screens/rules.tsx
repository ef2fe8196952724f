import { useStore } from '@nanostores/react'
import { useState, type ReactNode } from 'react'
import { policyMethods, clientRules } from '#protocol/organization-fields.ts'
import type { EnterpriseMessages } from '../../messages/enterprise-messages.ts'
import type { Domain, Policy } from '../../client/calls/organization-rules.ts'
import { levels, twoStepOccasions, type RulesFlow } from '../flows/rules.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useFrame } from '../../ui/frame.tsx'
import { partProps } from '../../ui/part-props.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Copyable } from './copyable.tsx'
import { ActionError } from '../../ui/form-error-notice.tsx'
import { useEnterprise, useHold, WithRight } from './frame.tsx'
import { CheckBox, Choices, GroupError } from './role-choice.tsx'
import { Select } from './select.tsx'

/** Offered hours until the next sign-in; 0 leaves it to the server. */
const HOURS = [0, 8, 24, 168, 720]
/** Offered minutes without use; 0 leaves it to the server. */
const MINUTES = [0, 15, 60, 480, 1440, 10_080]
const HOUR = 60
const DAY = 24 * HOUR

/** The organization's policy and domains. */
export function Rules({ flow }: { flow: RulesFlow }): ReactNode {
  const { t } = useEnterprise()
  const policy = useStore(flow.$policy)
  const formError = useStore(flow.rules.$formError)
  return (
    <WithRight permission="policy.read" load={flow.load}>
      <div {...partProps('narrow')}>
        {policy ? (
          <>
            <Policy flow={flow} policy={policy} />
            <ActionError flow={flow.rules} />
            <Domains flow={flow} />
          </>
        ) : (
          <>
            {!formError && <Skeleton label={t.loading} />}
            <ActionError flow={flow.rules} onAgain={flow.load} />
          </>
        )}
      </div>
    </WithRight>
  )
}

function Policy(props: { flow: RulesFlow; policy: Policy }): ReactNode {
  const { flow, policy } = props
  const { store, t } = useEnterprise()
  const words = t.rules
  const hold = useHold()
  const reason = hold || (store.may('policy.update') ? '' : words.onlyManager)
  return (
    <Form flow={flow.rules} onSubmit={flow.save}>
      <p {...partProps('text', 'blank-text')}>{reason || words.about}</p>
      <Select
        name="sessionHours"
        label={words.sessionHours}
        options={timesFrom(HOURS, policy.sessionHours, HOUR, words)}
        start={String(policy.sessionHours)}
        isDisabled={reason !== ''}
      />
      <Select
        name="idleMinutes"
        label={words.idleMinutes}
        options={timesFrom(MINUTES, policy.idleMinutes, 1, words)}
        start={String(policy.idleMinutes)}
        isDisabled={reason !== ''}
      />
      <Select
        name="twoStepVerification"
        label={words.second}
        options={twoStepOccasions.map((value) => ({ value, label: words.seconds[value] }))}
        start={policy.twoStepVerification}
        isDisabled={reason !== ''}
      />
      <Select
        name="level"
        label={words.level}
        hint={words.levelHint}
        options={levels.map((value) => ({
          value: String(value),
          label: value === 1 ? words.levels[1] : words.levels[value](policy.below[value]),
        }))}
        start={String(policy.level)}
        isDisabled={reason !== ''}
      />
      <Choices legend={words.methods} isDisabled={reason !== ''}>
        {policyMethods.map((one) => (
          <CheckBox
            key={one}
            name="methods"
            value={one}
            isOn={policy.methods.includes(one)}
            reason=""
          >
            {words.methodNames[one]}
          </CheckBox>
        ))}
        <GroupError name="methods" />
      </Choices>
      <Choices legend={words.domains} isDisabled={reason !== ''}>
        {(['invitesDomainsOnly', 'joinsByDomain'] as const).map((one) => (
          <CheckBox key={one} name={one} value="1" isOn={policy[one]} reason="">
            {words[one]}
          </CheckBox>
        ))}
      </Choices>
      <Select
        name="clients"
        label={words.clients}
        hint={words.clientsHint}
        options={clientRules.map((value) => ({ value, label: words.clientRules[value] }))}
        start={policy.clients}
        isDisabled={reason !== ''}
      />
      {reason === '' && <SubmitButton>{t.save}</SubmitButton>}
    </Form>
  )
}

/** Choices of a time, with the present one among them, which a program may have set. */
function timesFrom(
  offered: readonly number[],
  present: number,
  minutes: number,
  { times }: EnterpriseMessages['rules'],
): { value: string; label: string }[] {
  const all = [...new Set([...offered, present])].toSorted((one, other) => one - other)
  return all.map((count) => {
    const time = count * minutes
    const label =
      time === 0
        ? times.usual
        : time % DAY === 0
          ? times.days(time / DAY)
          : time % HOUR === 0
            ? times.hours(time / HOUR)
            : times.minutes(time)
    return { value: String(count), label }
  })
}

function Domains({ flow }: { flow: RulesFlow }): ReactNode {
  const { store, t } = useEnterprise()
  const words = t.rules
  const list = useStore(flow.$domains)
  const [first] = useState(list)
  const isHeld = useHold() !== ''
  const mayChange = store.may('domain.manage') && !isHeld
  // Whose form was sent last, for the place of its error; empty for a new one.
  const [sent, setSent] = useState('')
  // One code field at a time: a page should have no more than one.
  const proving = list.find((one) => !one.isVerified && one.mailbox !== '')?.domain
  return (
    <section {...partProps('act')}>
      <h2 {...partProps('subheading')}>{words.domains}</h2>
      <p {...partProps('text', 'blank-text')}>{words.domainsAbout}</p>
      {list.length === 0 && <p {...partProps('text')}>{words.noDomains}</p>}
      <ul {...partProps('choices-list')}>
        {list.map((one) => (
          <Domain
            key={one.domain}
            flow={flow}
            domain={one}
            mayChange={mayChange}
            isProving={mayChange && one.domain === proving}
            isSent={one.domain === sent}
            onSend={() => setSent(one.domain)}
          />
        ))}
      </ul>
      {mayChange && (
        <Form
          key={list.length}
          // What was added or removed has taken the focus along.
          hasFocus={list !== first}
          flow={flow.domains}
          isQuiet={sent !== ''}
          onSubmit={(form) => {
            setSent('')
            return flow.addDomain(form)
          }}
        >
          <Field
            name="domain"
            label={words.domain}
            hint={words.domainHint}
            autoComplete="off"
            required
          />
          <Choices legend={words.proveBy}>
            {(['mail', 'dns'] as const).map((by) => (
              <label key={by} {...partProps('choice')}>
                <input type="radio" name="by" value={by} defaultChecked={by === 'mail'} />
                <span>{words.ways[by]}</span>
              </label>
            ))}
          </Choices>
          <SubmitButton>{words.add}</SubmitButton>
        </Form>
      )}
      {sent === '' && <ActionError flow={flow.domains} />}
    </section>
  )
}

function Domain(props: {
  flow: RulesFlow
  domain: Domain
  mayChange: boolean
  /** Whether to show the field for the mailed code. */
  isProving: boolean
  /** Whether its form was sent last, so that the error is its own. */
  isSent: boolean
  onSend: () => void
}): ReactNode {
  const { flow, domain: one, mayChange, isProving, isSent } = props
  const { t } = useEnterprise()
  const { common } = useFrame().messages
  const words = t.rules
  const isProved = one.isVerified
  const verify = (form: FormData): Promise<boolean> => {
    props.onSend()
    return flow.verify(one.domain, form)
  }
  return (
    <li>
      <div {...partProps('choice-row')}>
        <span>
          {one.domain}
          <span {...partProps('note')}>{isProved ? words.isProved : words.isPending}</span>
        </span>
        {mayChange && (
          <RowButton
            label={words.remove.button + t.colon + one.domain}
            isDanger
            onClick={() => flow.askRemove(one.domain)}
          >
            {words.remove.button}
          </RowButton>
        )}
      </div>
      {mayChange && one.recordName !== '' && one.mailbox === '' && (
        <Form flow={flow.domains} isQuiet={!isSent} onSubmit={verify}>
          <p {...partProps('text', 'blank-text')}>{words.addRecord}</p>
          <Copyable label={words.recordName} text={one.recordName} />
          <Copyable label={words.recordText} text={one.recordText} />
          <SubmitButton>{words.lookUp}</SubmitButton>
        </Form>
      )}
      {isProving && (
        <Form flow={flow.domains} isQuiet={!isSent} onSubmit={verify}>
          <Field
            name="code"
            label={common.code}
            hint={words.mailed(`${one.mailbox}@${one.domain}`)}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            variant="code"
          />
          <SubmitButton>{words.prove}</SubmitButton>
        </Form>
      )}
      {isSent && <ActionError flow={flow.domains} />}
    </li>
  )
}
