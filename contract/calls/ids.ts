import { z } from 'zod'
import { limits } from '../limits.ts'

/** Kinds of rows an id can refer to. A kind `received_…` is a row that somebody else sent to the caller. */
export type IdKind =
  | 'user'
  | 'telegram_user'
  | 'order'
  | 'vacancy'
  /** An order or a vacancy. */
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
  | 'saved_search'
  | 'template'
  /** Sent to the caller. */
  | 'invitation'
  | 'review'
  | 'task'
  | 'payment'
  | 'payment_case'
  | 'support_case'
  | 'confirmation'
  /** Subject of a report; another field has its kind. */
  | 'report_subject'
  | 'category'
  /** A row of reference data that is not the call's subject. */
  | 'reference'

/** Registry of the kind of row that each id schema refers to. */
export const idKinds = z.registry<{ names: IdKind }>()

/** A copy of an id schema, registered with the kind of row that it refers to. */
function named<T extends z.ZodType>(rules: T, names: IdKind): T {
  const field = rules.clone()
  idKinds.add(field, { names })
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
export const ReferenceId = named(SmallId, 'reference')
export const CategoryId = named(ReferenceId, 'category')

export const UserId = named(Id, 'user')
export const TelegramUserId = named(Id, 'telegram_user')
export const OrderId = named(Id, 'order')
export const VacancyId = named(Id, 'vacancy')
export const ListingId = named(Id, 'listing')
export const ResponseId = named(Id, 'response')
export const ReceivedResponseId = named(Id, 'received_response')
export const RoomId = named(Id, 'room')
export const MessageId = named(Id, 'message')
export const ReceivedMessageId = named(Id, 'received_message')
export const FileId = named(Id, 'file')
export const FileKey = named(z.string(), 'file_key')
export const SkillId = named(Id, 'skill')
export const LinkId = named(Id, 'link')
export const ServiceId = named(Id, 'service')
export const SavedSearchId = named(Id, 'saved_search')
export const TemplateId = named(Id, 'template')
export const InvitationId = named(Id, 'invitation')
export const ReviewId = named(Id, 'review')
export const TaskId = named(Id, 'task')
export const PaymentId = named(SmallId, 'payment')
export const PaymentCaseId = named(Id, 'payment_case')
export const SupportCaseId = named(Id, 'support_case')
export const ConfirmationId = named(Id, 'confirmation')
export const ReportSubjectId = named(Id, 'report_subject')

/** Parameters of a path with `:id`. */
export const byId = <T extends z.ZodType>(id: T) => z.object({ id })
/** Id of the caller, sent by old clients. It is compared with the session and not used otherwise. */
export const Hint = UserId.optional()
export const FileIds = z.array(FileId).max(limits.files.count).default([])
