import { array, enums, object, optional } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { anyText, pageSize, seconds, text, wholeNumber } from '../fields.ts'
import { nothing } from '../objects.ts'
import { organizationEventKinds } from '../organization-event-kinds.ts'
import { actingErrors, id, organizationFields, organizationIds } from '../organization-fields.ts'
import { organizationEvent } from '../organization-objects.ts'

const filter = {
  ...organizationFields,
  kind: optional(enums(organizationEventKinds)),
  /** Membership of who did it, or `operator`. */
  actor: optional(text(64)),
  /** Membership, invitation or role that was changed. */
  target: optional(text(64)),
  /** First second. */
  from: optional(wholeNumber),
  /** Second after the last one. */
  to: optional(wholeNumber),
}

export const listOrganizationEvents = endpoint({
  operation: 'audit_list',
  description:
    'Lists what happened in the organization, newest first (`audit.read`). `cursor` is the `next_cursor` of the page before; it is empty on the last page.',
  methods: ['GET', 'POST'],
  paths: { aff: ['audit/list'] },
  payload: object({ ...filter, cursor: optional(id), page_size: pageSize }),
  defaults: { page_size: 50 },
  oneOf: organizationIds,
  session: 'required',
  reply: object({ list: array(organizationEvent), next_cursor: anyText, kept_since: seconds }),
  errors: actingErrors,
})

export const exportOrganizationEvents = endpoint({
  operation: 'audit_export',
  description:
    'Downloads what happened in the organization, newest first (`audit.export`): a file with a line for each event, in place of the envelope. The export itself is recorded.',
  methods: ['GET', 'POST'],
  paths: { aff: ['audit/export'] },
  payload: object({ ...filter, format: enums(['ndjson', 'csv']) }),
  defaults: { format: 'ndjson' },
  oneOf: organizationIds,
  session: 'required',
  reply: nothing,
  errors: actingErrors,
  navigation: true,
})
