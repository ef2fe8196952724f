import type { FastifyInstance } from 'fastify'
import type { Body } from '#protocol/endpoint.ts'
import { FORM_BYTES, JSON_BYTES } from '../http/request-body.ts'
import { pathOf } from '../http/request-url.ts'
import { MAX_PICTURE_BYTES } from '#protocol/picture-limits.ts'
import type { Dispatch } from './dispatch.ts'
import { routesToRegister, type Routes } from './routes.ts'

/** Largest size of the other parts of a multipart body, in bytes. */
const MULTIPART_EXTRA_BYTES = 64 * 1024

/** Registers the routes in Fastify. */
export function addRoutes(app: FastifyInstance, routes: Routes, dispatch: Dispatch): void {
  for (const route of routesToRegister(routes)) {
    const { endpoint, path } = route
    app.route({
      method: [...endpoint.methods],
      url: path,
      bodyLimit: bodyLimitOf(endpoint.body),
      // The path may have been rewritten to the endpoint's first; the family is that of the path that was sent.
      handler: (request, reply) =>
        dispatch.answer(routes.get(pathOf(request.originalUrl)) ?? route, request, reply),
    })
  }
}

function bodyLimitOf(body: Body): number {
  switch (body) {
    case 'form':
    case 'any-form':
      return FORM_BYTES
    case 'json':
      return JSON_BYTES
    case 'multipart':
      return MAX_PICTURE_BYTES + MULTIPART_EXTRA_BYTES
  }
}
