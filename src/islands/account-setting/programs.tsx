import { useCallback, useRef, useState, type ReactElement } from 'react'
import { listGrants, revokeGrant, type Grant } from '#protocol/web/oauth-grants.ts'
import { useAccountPage } from './context.ts'
import { ListState } from './list-state.tsx'
import { Section } from './section.tsx'
import { useAction } from './use-action.ts'
import { useLoaded } from './use-loaded.ts'

/** Clients that a person has let in; each can be refused again. */
export function Programs(): ReactElement {
  const { instance, messages } = useAccountPage()
  const [grants, setGrants] = useState<readonly Grant[]>()
  const list = useRef<HTMLUListElement>(null)
  const action = useAction()
  const load = useCallback(async () => {
    setGrants((await instance.client().send(listGrants, { page_size: 100 })).list)
  }, [instance])
  const loaded = useLoaded(load)
  const t = messages.programs

  async function revoke({ grant_id, client_name }: Grant): Promise<void> {
    // The button that had the focus goes with its row.
    list.current?.focus()
    await action.run(async () => {
      await instance.client().send(revokeGrant, { grant_id })
      await load()
    }, t.revoked(client_name))
  }

  return (
    <Section name="programs" title={t.title} text={t.text}>
      {grants === undefined && <ListState loaded={loaded} label={t.loading} rows={1} />}
      {grants !== undefined && (
        <ul className="sessions" ref={list} tabIndex={-1}>
          {grants.map((grant) => (
            <Program key={grant.grant_id} grant={grant} onRevoke={() => void revoke(grant)} />
          ))}
        </ul>
      )}
      {grants?.length === 0 && <p className="field-hint">{t.none}</p>}
    </Section>
  )
}

function Program({ grant, onRevoke }: { grant: Grant; onRevoke: () => void }): ReactElement {
  const { lang, messages } = useAccountPage()
  const t = messages.programs
  const scopeNames: Readonly<Record<string, string>> = t.scopes
  const day = new Intl.DateTimeFormat(lang, { dateStyle: 'long' })
  const { client_name: name, scopes, changed_at: at } = grant
  return (
    <li>
      <div>
        <p className="session-device">{name}</p>
        <p className="field-hint">
          {scopes.map((scope) => scopeNames[scope] ?? scope).join(' · ')}
          <br />
          {t.since(day.format(at * 1000))}
        </p>
      </div>
      <button className="button small quiet" aria-label={t.revokeLabel(name)} onClick={onRevoke}>
        {t.revoke}
      </button>
    </li>
  )
}
