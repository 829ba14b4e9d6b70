import { z } from 'zod'
import { limits } from '../limits.ts'

/**
 * Kinds of rows that an id can refer to. A kind whose name starts with `received_` is a row that another person sent to
 * the caller.
 */
export type IdKind =
  | 'user'
  | 'telegram_user'
  | 'order'
  | 'vacancy'
  /** The kind `listing`: an order or a vacancy. */
  | 'listing'
  | 'response'
  | 'received_response'
  | 'room'
  | 'message'
  | 'received_message'
  | 'file'
  | 'file_key'
  | 'skill'
  | 'link'
  | 'service'
  /** The kind `offered_service`: a service of another person, which the caller looks at or orders. */
  | 'offered_service'
  /** The kind `service_request`: a request that the caller sent or received. */
  | 'service_request'
  | 'saved_search'
  | 'template'
  /** The kind `invitation`: an invitation that was sent to the caller. */
  | 'invitation'
  | 'review'
  | 'task'
  | 'payment'
  | 'payment_case'
  | 'support_case'
  | 'channel'
  | 'confirmation'
  /** The kind `report_subject`: the reported item. Another field of the call says what kind of item it is. */
  | 'report_subject'
  | 'category'
  /** The kind `reference`: a row of reference data that the call only mentions and does not act on. */
  | 'reference'

/** Registry that stores, for each id schema, the kind of row that the id refers to. */
export const idKinds = z.registry<{ kind: IdKind }>()

/** A copy of an id schema, registered with the kind of row that it refers to. */
function withIdKind<T extends z.ZodType>(rules: T, names: IdKind): T {
  const field = rules.clone()
  idKinds.add(field, { kind: names })
  return field
}

/** A row's id: a positive integer, also as a string, which existing clients send. */
export const Id = z.union([
  z.int().positive(),
  z
    .string()
    .regex(/^[1-9]\d{0,15}$/)
    .transform(Number)
    .refine(Number.isSafeInteger),
])

/** Id of a reference row (category, currency) or payment: 32 bits in the database. */
const SmallId = Id.pipe(z.int().max(2_147_483_647))
export const ReferenceId = withIdKind(SmallId, 'reference')
export const CategoryId = withIdKind(ReferenceId, 'category')

export const UserId = withIdKind(Id, 'user')
export const TelegramUserId = withIdKind(Id, 'telegram_user')
export const OrderId = withIdKind(Id, 'order')
export const VacancyId = withIdKind(Id, 'vacancy')
export const ListingId = withIdKind(Id, 'listing')
export const ResponseId = withIdKind(Id, 'response')
export const ReceivedResponseId = withIdKind(Id, 'received_response')
export const RoomId = withIdKind(Id, 'room')
export const MessageId = withIdKind(Id, 'message')
export const ReceivedMessageId = withIdKind(Id, 'received_message')
export const FileId = withIdKind(Id, 'file')
export const FileKey = withIdKind(z.string(), 'file_key')
export const SkillId = withIdKind(Id, 'skill')
export const LinkId = withIdKind(Id, 'link')
export const ServiceId = withIdKind(Id, 'service')
export const OfferedServiceId = withIdKind(Id, 'offered_service')
export const ServiceRequestId = withIdKind(Id, 'service_request')
export const SavedSearchId = withIdKind(Id, 'saved_search')
export const TemplateId = withIdKind(Id, 'template')
export const InvitationId = withIdKind(Id, 'invitation')
export const ReviewId = withIdKind(Id, 'review')
export const TaskId = withIdKind(Id, 'task')
export const PaymentId = withIdKind(SmallId, 'payment')
export const PaymentCaseId = withIdKind(Id, 'payment_case')
export const SupportCaseId = withIdKind(Id, 'support_case')
export const ChannelId = withIdKind(SmallId, 'channel')
export const ConfirmationId = withIdKind(Id, 'confirmation')
export const ReportSubjectId = withIdKind(Id, 'report_subject')

/** Parameters of a path with `:id`. */
export const byId = <T extends z.ZodType>(id: T) => z.object({ id })
/** Id of the caller, which old clients send. The id is only compared with the session. */
export const OptionalCallerId = UserId.optional()
export const FileIds = z.array(FileId).max(limits.files.count).default([])
