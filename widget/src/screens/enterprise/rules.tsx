import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { policyMethods, clientRules } from '#protocol/organization-fields.ts'
import type {
  OrganizationDomainInfo,
  OrganizationPolicyInfo,
} from '#protocol/organization-objects.ts'
import { secondVerifications, type RulesFlow } from '../../flows/enterprise/rules.ts'
import { fieldErrorOf } from '../../flows/form-error.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useFrame } from '../../ui/frame.tsx'
import { partProps } from '../../ui/part-props.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Copyable } from './copyable.tsx'
import { ErrorOf } from './error-of.tsx'
import { useEnterprise, useHold, WithRight } from './frame.tsx'
import { CheckBox } from './role-choice.tsx'
import { Select } from './select.tsx'

/** The organization's policy and domains. */
export function Rules({ flow }: { flow: RulesFlow }): ReactNode {
  const { t } = useEnterprise()
  const policy = useStore(flow.$policy)
  const formError = useStore(flow.rules.$formError)
  return (
    <WithRight permission="policy.read" load={flow.load}>
      <div {...partProps('narrow')}>
        <ErrorOf formError={formError} onAgain={policy === undefined && flow.load} />
        {policy ? (
          <>
            <Policy flow={flow} policy={policy} />
            <Domains flow={flow} />
          </>
        ) : (
          !formError && <Skeleton label={t.loading} />
        )}
      </div>
    </WithRight>
  )
}

function Policy(props: { flow: RulesFlow; policy: OrganizationPolicyInfo }): ReactNode {
  const { flow, policy } = props
  const { store, t } = useEnterprise()
  const words = t.rules
  const isBusy = useStore(flow.rules.$isBusy)
  const formError = useStore(flow.rules.$formError)
  const hold = useHold()
  const reason = hold || (store.may('policy.update') ? '' : words.onlyManager)
  const wrong = fieldErrorOf(formError, 'methods')
  return (
    <Form formError={formError} onSubmit={flow.save}>
      <p {...partProps('text', 'blank-text')}>{reason || words.about}</p>
      {(['session_hours', 'idle_minutes'] as const).map((name) => (
        <Field
          key={name}
          name={name}
          label={words[name]}
          hint={words.zero}
          type="number"
          inputMode="numeric"
          min={0}
          start={String(policy[name])}
          readOnly={reason !== ''}
        />
      ))}
      <Select
        name="second_verification"
        label={words.second}
        options={secondVerifications.map((value) => ({ value, label: words.seconds[value] }))}
        start={policy.second_verification}
        isDisabled={reason !== ''}
      />
      <fieldset {...partProps('choices')} disabled={reason !== ''}>
        <legend {...partProps('label')}>{words.methods}</legend>
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
        {wrong !== undefined && (
          <p {...partProps('error')} role="alert">
            {wrong}
          </p>
        )}
      </fieldset>
      <fieldset {...partProps('choices')} disabled={reason !== ''}>
        <legend {...partProps('label')}>{words.domains}</legend>
        {(['invite_domains_only', 'join_by_domain'] as const).map((one) => (
          <CheckBox key={one} name={one} value="1" isOn={policy[one] === 1} reason="">
            {words[one]}
          </CheckBox>
        ))}
      </fieldset>
      <Select
        name="programs"
        label={words.clients}
        hint={words.clientsHint}
        options={clientRules.map((value) => ({ value, label: words.clientRules[value] }))}
        start={policy.programs}
        isDisabled={reason !== ''}
      />
      {reason === '' && <SubmitButton isBusy={isBusy}>{t.save}</SubmitButton>}
    </Form>
  )
}

function Domains({ flow }: { flow: RulesFlow }): ReactNode {
  const { store, t } = useEnterprise()
  const words = t.rules
  const list = useStore(flow.$domains)
  const formError = useStore(flow.domains.$formError)
  const isBusy = useStore(flow.domains.$isBusy)
  const isHeld = useHold() !== ''
  const mayChange = store.may('domain.manage') && !isHeld
  // One code field at a time: a page should have no more than one.
  const proving = list.find((one) => one.state !== 'verified' && one.mailbox !== '')?.domain
  return (
    <section {...partProps('act')}>
      <h2 {...partProps('subheading')}>{words.domains}</h2>
      <p {...partProps('text', 'blank-text')}>{words.domainsAbout}</p>
      <ErrorOf formError={formError} />
      {list.length === 0 && <p {...partProps('text')}>{words.noDomains}</p>}
      <ul {...partProps('choices-list')}>
        {list.map((one) => (
          <Domain
            key={one.domain}
            flow={flow}
            domain={one}
            mayChange={mayChange}
            isProving={mayChange && one.domain === proving}
          />
        ))}
      </ul>
      {mayChange && (
        <Form key={list.length} formError={formError} onSubmit={flow.addDomain}>
          <Field
            name="domain"
            label={words.domain}
            hint={words.domainHint}
            autoComplete="off"
            required
            error={fieldErrorOf(formError, 'domain')}
          />
          <fieldset {...partProps('choices')}>
            <legend {...partProps('label')}>{words.proveBy}</legend>
            {(['mail', 'dns'] as const).map((by) => (
              <label key={by} {...partProps('choice')}>
                <input type="radio" name="by" value={by} defaultChecked={by === 'mail'} />
                <span>{words.ways[by]}</span>
              </label>
            ))}
          </fieldset>
          <SubmitButton isBusy={isBusy}>{words.add}</SubmitButton>
        </Form>
      )}
    </section>
  )
}

function Domain(props: {
  flow: RulesFlow
  domain: OrganizationDomainInfo
  mayChange: boolean
  /** Whether to show the field for the mailed code. */
  isProving: boolean
}): ReactNode {
  const { flow, domain: one, mayChange, isProving } = props
  const { t } = useEnterprise()
  const { common } = useFrame().messages
  const words = t.rules
  const isBusy = useStore(flow.domains.$isBusy)
  const formError = useStore(flow.domains.$formError)
  const isProved = one.state === 'verified'
  return (
    <li>
      <div {...partProps('choice-row')}>
        <span>
          {one.domain}
          <span {...partProps('note')}>{isProved ? words.isProved : words.isPending}</span>
        </span>
        {mayChange && (
          <RowButton
            label={`${words.remove.button}: ${one.domain}`}
            isDanger
            onClick={() => flow.askRemove(one.domain)}
          >
            {words.remove.button}
          </RowButton>
        )}
      </div>
      {mayChange && one.record_name !== '' && one.mailbox === '' && (
        <Form formError={formError} onSubmit={(form) => flow.verify(one.domain, form)}>
          <p {...partProps('text', 'blank-text')}>{words.addRecord}</p>
          <Copyable label={words.recordName} text={one.record_name} />
          <Copyable label={words.recordText} text={one.record_text} />
          <SubmitButton isBusy={isBusy}>{words.lookUp}</SubmitButton>
        </Form>
      )}
      {isProving && (
        <Form formError={formError} onSubmit={(form) => flow.verify(one.domain, form)}>
          <Field
            name="code"
            label={common.code}
            hint={words.mailed(`${one.mailbox}@${one.domain}`)}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            variant="code"
            error={fieldErrorOf(formError, 'code')}
          />
          <SubmitButton isBusy={isBusy}>{words.prove}</SubmitButton>
        </Form>
      )}
    </li>
  )
}
