import { endpoint, type Endpoint, type EndpointOptions } from './endpoint.ts'
import { joinFields, type Fields, type Joined } from './joined-fields.ts'
import { actingErrors, organizationFields, organizationIds } from './organization-fields.ts'

type Payload<Own extends Fields> = Joined<typeof organizationFields, Own>

type Options<
  Own extends Fields,
  Answer extends object,
  Defaults extends Partial<Payload<Own>>,
> = Omit<EndpointOptions<Payload<Own>, Answer, Defaults>, 'payload' | 'oneOf' | 'session'> & {
  /** Fields of the payload besides those that name the organization. */
  fields?: Own
}

/** Returns an endpoint for a session that acts for an organization, which the payload names by one of its ids. */
export function organizationEndpoint<
  Answer extends object,
  Own extends Fields = {},
  const Defaults extends Partial<Payload<Own>> = {},
>({
  fields,
  ...options
}: Options<Own, Answer, Defaults>): Endpoint<Payload<Own>, Answer, Defaults> {
  return endpoint<Payload<Own>, Answer, Defaults>({
    errors: actingErrors,
    ...options,
    payload: joinFields(organizationFields, fields),
    oneOf: organizationIds,
    session: 'required',
  })
}
