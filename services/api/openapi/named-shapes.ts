import { z } from 'zod'
import * as adminChannels from '#contract/calls/admin-channels.ts'
import * as adminDirectories from '#contract/calls/admin-directories.ts'
import * as adminMoneyShapes from '#contract/calls/admin-money-shapes.ts'
import * as adminShapes from '#contract/calls/admin-shapes.ts'
import * as chat from '#contract/calls/chat.ts'
import * as confirmationShapes from '#contract/calls/confirmation-shapes.ts'
import * as dealShapes from '#contract/calls/deal-shapes.ts'
import * as fields from '#contract/calls/fields.ts'
import * as filters from '#contract/calls/filters.ts'
import * as funnel from '#contract/calls/funnel.ts'
import * as ids from '#contract/calls/ids.ts'
import * as listingFields from '#contract/calls/listing-fields.ts'
import * as listingShapes from '#contract/calls/listing-shapes.ts'
import * as ownNumbers from '#contract/calls/own-numbers.ts'
import * as peopleFilters from '#contract/calls/people-filters.ts'
import * as peopleShapes from '#contract/calls/people-shapes.ts'
import * as profileFields from '#contract/calls/profile-fields.ts'
import * as profileShapes from '#contract/calls/profile-shapes.ts'
import * as questionFields from '#contract/calls/question-fields.ts'
import * as relations from '#contract/calls/relations.ts'
import * as responses from '#contract/calls/responses.ts'
import * as serviceRequestShapes from '#contract/calls/service-request-shapes.ts'
import * as settings from '#contract/calls/settings.ts'
import * as shapes from '#contract/calls/shapes.ts'

const modules = [
  adminChannels,
  adminDirectories,
  adminMoneyShapes,
  adminShapes,
  chat,
  confirmationShapes,
  dealShapes,
  fields,
  filters,
  funnel,
  ids,
  listingFields,
  listingShapes,
  ownNumbers,
  peopleFilters,
  peopleShapes,
  profileFields,
  profileShapes,
  questionFields,
  relations,
  responses,
  serviceRequestShapes,
  settings,
  shapes,
]

/** Names under which the contract exports its schemas. */
const shapeNames = new Map<z.ZodType, string>()
for (const [name, shape] of modules.flatMap((module) => Object.entries(module)))
  if (shape instanceof z.ZodType) shapeNames.set(shape, name)

export const nameOf = (shape: z.ZodType): string | undefined => shapeNames.get(shape)

/**
 * Registers the schemas' names in zod's global registry while `build` runs, because zod-openapi looks for names there.
 * At other times the schemas must have no names, because the serialisers of replies need unnamed schemas.
 */
export function withRegisteredShapeNames<T>(build: () => T): T {
  for (const [shape, id] of shapeNames) z.globalRegistry.add(shape, { id })
  try {
    return build()
  } finally {
    for (const shape of shapeNames.keys()) z.globalRegistry.remove(shape)
  }
}
