import { atom } from 'nanostores'
import type { Role } from '../../client/calls/roles.ts'
import { inviteMany } from '../../client/calls/invitations.ts'
import type { EnterpriseMessages } from '../../messages/enterprise-messages.ts'
import { createFormAction } from '../../ui/flows/form-action.ts'
import { createListQuery, pageOfRows, type ListQuery } from '../../ui/flows/list-query.ts'
import { roleNameOf } from './members.ts'
import type { OrganizationStore } from './organization-store.ts'
import type { PeopleQuery } from './people.ts'
import { readRows, readText, writeCells, type ReadRow } from './read-rows.ts'
import type { MadeBy } from '../../ui/flows/made-by.ts'

/** Most rows of one call. */
const ROWS_IN_CALL = 200
/** So many rejected rows at the end of a call mean the organization's limit, not that of addresses. */
const ROWS_OF_LIMIT = 10

export const MOST_ROWS = 10_000

const NAME_LENGTH = 64
const ID_LENGTH = 128

/** Result of a row; `wrong` if it cannot be sent, `ready` if the server would accept it. */
export type RowResult = 'wrong' | 'waiting' | 'ready' | 'made' | 'exists' | 'member' | 'refused'

export interface InvitedRow extends ReadRow {
  roleKeys: string[]
  result: RowResult
  /** Reason for people; empty unless wrong or refused. */
  reason: string
}

export type ManyStep =
  | { at: 'input' }
  | { at: 'checking' | 'sending'; done: number; all: number }
  /** Nothing is sent before the person presses a button. */
  | { at: 'preview' | 'paused' | 'limited' | 'done' }

export interface RowFilter {
  only: '' | RowResult
}

/** Invites people by a spreadsheet. */
export type InviteManyFlow = MadeBy<typeof createInviteManyFlow>

export function createInviteManyFlow(
  store: OrganizationStore,
  t: EnterpriseMessages,
  roles: ListQuery<Role, object>,
  people: Pick<PeopleQuery, 'load'>,
) {
  const words = t.many
  const formAction = createFormAction(store.instance, {})
  const $step = atom<ManyStep>({ at: 'input' })
  const $counts = atom<Partial<Record<RowResult, number>>>({})
  let rows: InvitedRow[] = []
  let isPaused = false
  /** Invitations in the preview that count towards the daily limit. */
  let foreseen = 0
  const query = createListQuery<InvitedRow, RowFilter>(
    store.instance,
    { only: '' },
    ({ only }, page) =>
      Promise.resolve(
        pageOfRows(only === '' ? rows : rows.filter((one) => one.result === only), page),
      ),
  )

  function show(step: ManyStep): void {
    const counts: Partial<Record<RowResult, number>> = {}
    for (const { result } of rows) counts[result] = (counts[result] ?? 0) + 1
    $counts.set(counts)
    $step.set(step)
    void query.load()
  }

  function toInvited(line: ReadRow): InvitedRow {
    const found = line.roles.map((name) =>
      roles.$state.get().rows.find((role) => role.roleKey === name || roleNameOf(role, t) === name),
    )
    const unknown = line.roles.filter((_, at) => found[at] === undefined)
    const isLong = line.memberName.length > NAME_LENGTH || line.externalId.length > ID_LENGTH
    const reason =
      (line.problem === 'twice' ? words.duplicate : line.problem) ||
      (unknown.length > 0 ? words.unknownRole(unknown.join(t.comma)) : '') ||
      (isLong ? words.tooLong : '')
    const roleKeys = found.flatMap((role) => (role ? [role.roleKey] : []))
    return { ...line, roleKeys, result: reason === '' ? 'waiting' : 'wrong', reason }
  }

  /** Returns the error of each row, empty for none. */
  async function sendBatch(
    batch: readonly InvitedRow[],
    at: 'checking' | 'sending',
  ): Promise<string[]> {
    const addressed = batch.flatMap(({ row, invited, memberName, roleKeys, externalId }) =>
      invited === undefined
        ? []
        : [{ row, address: invited, memberName, roles: roleKeys, externalId }],
    )
    const call = { isTrial: at === 'checking', foreseen }
    const reply = await inviteMany(store.send, addressed, call)
    foreseen = reply.foreseen
    const byRow = new Map(reply.results.map((one) => [one.row, one]))
    for (const row of batch) {
      const answer = byRow.get(row.row)
      if (answer === undefined) continue
      const { result, error } = answer
      if (result === 'made') row.result = at === 'checking' ? 'ready' : 'made'
      else row.result = result === 'exists' || result === 'member' ? result : 'refused'
      row.reason = row.result === 'refused' ? reasonOf(error, t) : ''
    }
    return batch.map(({ row }) => byRow.get(row)?.error ?? '')
  }

  /** Checks the waiting rows or sends the ready ones, in batches; stops at the limit of a day. */
  async function processRows(at: 'checking' | 'sending'): Promise<'all' | 'paused' | 'limited'> {
    const result = at === 'checking' ? 'waiting' : 'ready'
    const open = rows.filter((one) => one.result === result)
    for (let done = 0; done < open.length; done += ROWS_IN_CALL) {
      if (isPaused) return 'paused'
      show({ at, done, all: open.length })
      const batch = open.slice(done, done + ROWS_IN_CALL)
      const errors = await sendBatch(batch, at)
      const lastUnlimited = errors.findLastIndex((one) => one !== 'invitation_limit')
      const limited = batch.slice(lastUnlimited + 1)
      if (limited.length < ROWS_OF_LIMIT) continue
      // They can be sent another day.
      for (const row of limited) Object.assign(row, { result, reason: '' })
      return 'limited'
    }
    return 'all'
  }

  function read(text: string): Promise<boolean> {
    const found = readRows(text, store.instance.$messages.get().common)
    if (found.length === 0) return Promise.resolve(formAction.setFieldError('rows', words.noLines))
    if (found.length > MOST_ROWS) {
      return Promise.resolve(formAction.setFieldError('rows', words.tooMany(MOST_ROWS)))
    }
    isPaused = false
    foreseen = 0
    return formAction.run(async () => {
      // Quick people are here before the names of the roles.
      if (roles.$state.get().step !== 'ready') await roles.load()
      rows = found.map(toInvited)
      try {
        const end = await processRows('checking')
        show({ at: end === 'limited' ? 'limited' : 'preview' })
      } catch (error) {
        show({ at: 'input' })
        throw error
      }
    })
  }

  return {
    $step,
    /** Number of rows with each result. */
    $counts,
    query,
    ...formAction.shown,
    readFile: async (file: Blob) => read(await readText(file)),
    /** Parses the rows and has the server check each of them. */
    read,
    /** Sends all ready rows; continues after a pause. */
    send() {
      isPaused = false
      return formAction.run(async () => {
        try {
          const end = await processRows('sending')
          const isAll = end === 'all'
          // Rows that the preview did not reach, because of the limit, have to wait for another day.
          const isLimited = isAll && rows.some((one) => one.result === 'waiting')
          show({ at: isLimited ? 'limited' : isAll ? 'done' : end })
          if (isAll) store.showNotice(words.sent($counts.get().made ?? 0))
        } catch (error) {
          // Rows sent before stay sent, and the person can continue.
          show({ at: 'paused' })
          throw error
        } finally {
          void people.load()
        }
      })
    },
    pause() {
      isPaused = true
    },
    restart() {
      rows = []
      formAction.clear()
      show({ at: 'input' })
    },
    /** Returns the rows with their results as CSV. */
    results: () =>
      // Spreadsheets recognize UTF-8 by the byte order mark.
      `\uFEFF${writeCells([
        [words.line, words.address, words.name, words.result, words.reason],
        ...rows.map(({ row, address, memberName, result, reason }) => [
          String(row),
          address,
          memberName,
          words.results[result],
          reason,
        ]),
      ])}`,
    dispose() {
      isPaused = true
      query.dispose()
    },
  }
}

function reasonOf(error: string, { many }: EnterpriseMessages): string {
  const reasons: Readonly<Record<string, string>> = many.reasons
  return reasons[error] ?? many.refused(error)
}
