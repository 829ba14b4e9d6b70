import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { notBlocked } from '#services/users/visibility/blocks.ts'
import { excludedFor } from '#services/users/visibility/hidden-authors.ts'

/**
 * SQL condition that a viewer sees a service: it is an own one, or it is not taken down and there is no block, neither by
 * the staff nor between the two. Needs the tables `service` and `person`.
 * @param viewer_id 0 for somebody without an account
 */
export function areServicesSeen(viewer_id: number): RawBuilder<SqlBool> {
  return sql`(person.id = ${viewer_id} or (service.takedown_reason is null and person.status = 'active'
    and ${notBlocked('person.id', viewer_id)}))`
}

/** SQL condition that a service takes no orders at the given time. Needs the table `service`. */
export const isClosed = (now: string): RawBuilder<boolean> =>
  sql`coalesce(service.closed_until > ${now}, false)`

/**
 * SQL condition that a service is offered in lists: it is not taken down and takes orders, and its owner works as a
 * freelancer and is not left out of the viewer's lists. Needs the tables `service` and `person`.
 * @param viewer_id 0 for somebody without an account
 */
export function isOffered(viewer_id: number, now: string): RawBuilder<SqlBool> {
  return sql`service.takedown_reason is null and person.status = 'active' and person.is_contractor and not ${isClosed(now)}
    and person.id <> all (array(${excludedFor(viewer_id)}))`
}
