import type { ChatMembers, ChatMessages, ChatRooms } from './tables/chat.ts'
import type { Deliveries, Events, EventTasks, IdempotencyKeys, TelegramUpdates } from './tables/events.ts'
import type { Files } from './tables/files.ts'
import type {
  DealSteps,
  ListingRevisions,
  Listings,
  ListingViews,
  Orders,
  SharedCards,
  Vacancies,
  ViewBatches,
} from './tables/listings.ts'
import type {
  AuditLog,
  ModerationQuestions,
  ModerationTasks,
  Reports,
  StaffConfirmations,
} from './tables/moderation.ts'
import type {
  Credits,
  LedgerBalances,
  LedgerEntries,
  LedgerStandings,
  PaymentCases,
  PaymentEvents,
  PaymentInvariantViolations,
  PaymentNotices,
  Payments,
  StarBooks,
} from './tables/payments.ts'
import type { Departures, Sessions, UserPhones, Users } from './tables/people.ts'
import type {
  UserLanguages,
  UserPortfolioLinks,
  UserServices,
  UserSkills,
  UserSocialLinks,
  UserWorks,
} from './tables/profiles.ts'
import type { Categories, Currencies, Languages, PriceTerms, Tags, Tariffs } from './tables/reference.ts'
import type { RegisterImports, RegisterOperations } from './tables/registers.ts'
import type {
  FavoriteListings,
  FavoriteUsers,
  Reviews,
  SavedSearches,
  UserBlocks,
} from './tables/relations.ts'
import type { Responses } from './tables/responses.ts'

/** Every table and view, as Kysely sees them; tests/schema.test.ts holds it equal to the real database. */
export interface Database {
  currencies: Currencies
  languages: Languages
  categories: Categories
  price_terms: PriceTerms
  tags: Tags
  tariffs: Tariffs

  users: Users
  user_phones: UserPhones
  sessions: Sessions
  departures: Departures
  user_skills: UserSkills
  user_services: UserServices
  user_portfolio_links: UserPortfolioLinks
  user_works: UserWorks
  user_social_links: UserSocialLinks
  user_languages: UserLanguages

  listings: Listings
  orders: Orders
  vacancies: Vacancies
  listing_views: ListingViews
  view_batches: ViewBatches
  listing_revisions: ListingRevisions
  deal_steps: DealSteps
  responses: Responses
  shared_cards: SharedCards

  payments: Payments
  payment_events: PaymentEvents
  payment_notices: PaymentNotices
  payment_cases: PaymentCases
  credits: Credits
  ledger_entries: LedgerEntries
  ledger_standings: LedgerStandings
  ledger_balances: LedgerBalances
  star_books: StarBooks
  register_imports: RegisterImports
  register_operations: RegisterOperations
  payment_invariant_violations: PaymentInvariantViolations

  reports: Reports
  moderation_questions: ModerationQuestions
  moderation_tasks: ModerationTasks
  audit_log: AuditLog
  staff_confirmations: StaffConfirmations

  chat_rooms: ChatRooms
  chat_members: ChatMembers
  chat_messages: ChatMessages
  favorite_listings: FavoriteListings
  favorite_users: FavoriteUsers
  reviews: Reviews
  user_blocks: UserBlocks
  saved_searches: SavedSearches
  files: Files

  events: Events
  event_tasks: EventTasks
  deliveries: Deliveries
  telegram_updates: TelegramUpdates
  idempotency_keys: IdempotencyKeys
}

export type { Json, Money, Time } from './tables/columns.ts'
export type * from './tables/states.ts'
