import {
  createDocument,
  type oas31,
  type ZodOpenApiObject,
  type ZodOpenApiOverride,
  type ZodOpenApiPathsObject,
} from 'zod-openapi'
import type { Call } from '#contract/calls/call.ts'
import { calls } from '#contract/calls/index.ts'
import { errors } from '#contract/errors.ts'
import { productName } from '#contract/languages.ts'
import { withRegisteredShapeNames } from './named-shapes.ts'
import { operationOf, tags } from './operation.ts'
import { problemRef, responsesOfCalls } from './responses.ts'
import { type JsonSchema, sampleOf } from './sample.ts'

const problem = {
  type: 'object',
  required: ['statusCode', 'code', 'message', 'details', 'request_id'],
  properties: {
    statusCode: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(errors) },
    message: { type: 'string' },
    details: { type: ['object', 'null'] },
    request_id: { type: 'string' },
  },
} satisfies oas31.SchemaObject

/** A body or reply of the OpenAPI document: its schema by media type, or a `$ref` to a component. */
export type Described = { $ref?: string; content?: Record<string, { schema: JsonSchema; examples?: object }> }
/** Parts of the OpenAPI document to which examples are added. */
export type Document = {
  info: { title: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema>; responses: Record<string, Described> }
}
type Operation = {
  summary: string
  description?: string
  'x-access': unknown
  requestBody?: Described
  responses: Record<string, Described>
}

/** Adds an example to each body and reply. */
function addSamples({ paths, components }: Document): void {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const described = [
    ...operations.flatMap(({ requestBody = {}, responses }) => [requestBody, ...Object.values(responses)]),
    ...Object.values(components.responses),
  ]
  for (const [type, media] of described.flatMap(({ content = {} }) => Object.entries(content))) {
    if (type === 'multipart/form-data' || media.schema.$ref === problemRef) continue
    media.examples = { sample: { value: sampleOf(media.schema, components.schemas) } }
  }
}

/** Builds the OpenAPI 3.1 document of the whole contract. It needs no server. */
export function openapi(): Document {
  const responsesOf = responsesOfCalls()
  const paths: ZodOpenApiPathsObject = {}
  for (const [name, call] of Object.entries(calls) as [string, Call][]) {
    const [method, path] = name.split(' ') as [string, string]
    const key = path.replaceAll(/:(\w+)/g, '{$1}')
    paths[key] = { ...paths[key], [method.toLowerCase()]: operationOf(name, call, responsesOf(call)) }
  }
  const description: ZodOpenApiObject = {
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
      schemas: { Problem: problem },
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
  // Drops the examples of the contract from the document, because they are test data and often empty texts.
  const override: ZodOpenApiOverride = ({ jsonSchema }) => delete jsonSchema.examples
  const document = withRegisteredShapeNames(() =>
    createDocument(description, { override }),
  ) as object as Document
  addSamples(document)
  return document
}
