import { array, enums, object, optional } from 'superstruct'
import { organizationEndpoint } from '../organization-endpoint.ts'
import { anyText, namedTime, pageSize, seconds, text } from '../fields.ts'
import { nothing } from '../objects.ts'
import { organizationEventKinds } from '../organization-event-kinds.ts'
import { id } from '../organization-fields.ts'
import { organizationEvent } from '../organization-objects.ts'

const filter = {
  kind: optional(enums(organizationEventKinds)),
  /** Membership of who did it, or `operator`. */
  actor: optional(text(64)),
  /** Membership, invitation or role that was changed. */
  target: optional(text(64)),
  /** First second. */
  from: optional(namedTime),
  /** Second after the last one. */
  to: optional(namedTime),
}

export const listOrganizationEvents = organizationEndpoint({
  operation: 'audit_list',
  description:
    'Lists what happened in the organization, newest first (`audit.read`). `cursor` is the `next_cursor` of the page before; it is empty on the last page.',
  methods: ['GET', 'POST'],
  paths: { aff: ['audit/list'] },
  fields: { ...filter, cursor: optional(id), page_size: pageSize },
  defaults: { page_size: 50 },
  reply: object({ list: array(organizationEvent), next_cursor: anyText, kept_since: seconds }),
})

export const exportOrganizationEvents = organizationEndpoint({
  operation: 'audit_export',
  description:
    'Downloads what happened in the organization, newest first (`audit.export`): a file with a line for each event, in place of the envelope. The export itself is recorded.',
  methods: ['GET', 'POST'],
  paths: { aff: ['audit/export'] },
  fields: { ...filter, format: enums(['ndjson', 'csv']) },
  defaults: { format: 'ndjson' },
  reply: nothing,
  navigation: true,
})
