import type { Call } from '#contract/calls/call.ts'
import { calls } from '#contract/calls/index.ts'
import { errors } from '#contract/errors.ts'
import { productName } from '#contract/languages.ts'
import { operationOf } from './operation.ts'
import type { JsonSchema } from './sample.ts'
import { tags } from './tags.ts'

/** The OpenAPI 3.1 document of the whole contract; needs no server. */
export function openapi(): object {
  const components: Record<string, JsonSchema> = {
    Problem: {
      type: 'object',
      required: ['statusCode', 'code', 'message', 'details', 'request_id'],
      properties: {
        statusCode: { type: 'integer' },
        code: { type: 'string', enum: Object.keys(errors) },
        message: { type: 'string' },
        details: { type: ['object', 'null'] },
        request_id: { type: 'string' },
      },
    },
  }
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, call] of Object.entries(calls) as [string, Call][]) {
    const [method, path] = name.split(' ') as [string, string]
    const key = path.replaceAll(/:(\w+)/g, '{$1}')
    paths[key] = { ...paths[key], [method.toLowerCase()]: operationOf(name, call, components) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${productName.en} API`,
      version: '1.0.0',
      description:
        'Calls of the marketplace. Every error has the shape Problem, in the language of Accept-Language.',
      license: { name: 'Proprietary', url: 'https://example.org/license' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        launch: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`tma <raw launch data>`',
        },
      },
    },
  }
}
