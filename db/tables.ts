import type { RegisterImports, RegisterOperations } from '#db/tables/payments.ts'
import type {
  ServiceWorks,
  UserLanguages,
  UserPortfolioLinks,
  UserServices,
  UserSkills,
  UserSocialLinks,
  UserWorks,
} from '#db/tables/people.ts'
import type { BotPrompts } from './tables/bot.ts'
import type { ChannelPosts, Channels } from './tables/channels.ts'
import type { ChatMembers, ChatMessages, ChatRooms } from './tables/chat.ts'
import type {
  BackupMarks,
  BotUpdates,
  Deliveries,
  DemoMark,
  Events,
  EventTasks,
  IdempotencyKeys,
  TelegramUpdates,
} from './tables/events.ts'
import type { Files } from './tables/files.ts'
import type {
  DealNames,
  DealPapers,
  DealSteps,
  ListingDays,
  ListingRevisions,
  ListingSkills,
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
  StaffChats,
  StaffConfirmations,
  Warnings,
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
import type { ChatEnds, Departures, PersonRecords, Sessions, UserPhones, Users } from './tables/people.ts'
import type {
  Categories,
  CategoryPrices,
  Currencies,
  Languages,
  PriceTerms,
  ReferenceChanges,
  SearchWords,
  Tags,
  Tariffs,
} from './tables/reference.ts'
import type {
  Collections,
  DocumentKeys,
  FavoriteListings,
  FavoriteUsers,
  HiddenAuthors,
  Invitations,
  NotForMe,
  Reviews,
  SavedSearches,
  UserBlocks,
} from './tables/relations.ts'
import type {
  OpenLoops,
  ResponseDrafts,
  ResponsePrints,
  Responses,
  ResponseTemplates,
} from './tables/responses.ts'
import type { ServiceRequests } from './tables/service-requests.ts'
import type { SupportCases, SupportMessages } from './tables/support.ts'

/** All tables and views for Kysely; tests/schema.test.ts compares them with the real database. */
export interface Database {
  currencies: Currencies
  languages: Languages
  categories: Categories
  category_prices: CategoryPrices
  price_terms: PriceTerms
  search_words: SearchWords
  reference_changes: ReferenceChanges
  tags: Tags
  tariffs: Tariffs

  users: Users
  user_phones: UserPhones
  sessions: Sessions
  departures: Departures
  person_records: PersonRecords
  chat_ends: ChatEnds
  user_skills: UserSkills
  user_services: UserServices
  service_works: ServiceWorks
  user_portfolio_links: UserPortfolioLinks
  user_works: UserWorks
  user_social_links: UserSocialLinks
  user_languages: UserLanguages

  listings: Listings
  orders: Orders
  vacancies: Vacancies
  listing_skills: ListingSkills
  listing_views: ListingViews
  listing_days: ListingDays
  view_batches: ViewBatches
  listing_revisions: ListingRevisions
  deal_names: DealNames
  deal_papers: DealPapers
  deal_steps: DealSteps
  responses: Responses
  response_drafts: ResponseDrafts
  response_prints: ResponsePrints
  response_templates: ResponseTemplates
  shared_cards: SharedCards
  service_requests: ServiceRequests

  channels: Channels
  channel_posts: ChannelPosts

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
  open_loops: OpenLoops

  reports: Reports
  moderation_questions: ModerationQuestions
  moderation_tasks: ModerationTasks
  warnings: Warnings
  audit_log: AuditLog
  staff_chats: StaffChats
  staff_confirmations: StaffConfirmations

  chat_rooms: ChatRooms
  chat_members: ChatMembers
  chat_messages: ChatMessages
  favorite_listings: FavoriteListings
  favorite_users: FavoriteUsers
  reviews: Reviews
  user_blocks: UserBlocks
  hidden_authors: HiddenAuthors
  document_keys: DocumentKeys
  not_for_me: NotForMe
  collections: Collections
  invitations: Invitations
  saved_searches: SavedSearches
  files: Files

  support_cases: SupportCases
  support_messages: SupportMessages

  events: Events
  event_tasks: EventTasks
  deliveries: Deliveries
  bot_updates: BotUpdates
  telegram_updates: TelegramUpdates
  bot_prompts: BotPrompts
  idempotency_keys: IdempotencyKeys
  backup_marks: BackupMarks
  demo_mark: DemoMark
}

export type { Json, Money, Time } from './tables/columns.ts'
export type * from './tables/states.ts'
