import type { ListingChanges } from '#contract/calls/listing-fields.ts'
import { AppError } from '#contract/errors.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { edit } from '#contract/policies.ts'
import type { Tx } from '#db/index.ts'
import { record } from '#services/core/records/events.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { lockOwn } from '#services/listings/access.ts'
import { allowContent } from '#services/listings/content/approved-content.ts'
import { checkStakes, columnsOf, readContent, writeContent } from '#services/listings/content/columns.ts'
import { checkCategory, checkCurrency, checkDeadline } from '#services/listings/content/content.ts'
import { kinds } from '#services/listings/content/kinds.ts'
import { readSkills } from '#services/listings/content/skills.ts'
import { renewTask } from '#services/moderation/queue/queue.ts'
import { review } from '#services/moderation/review/rules.ts'
import { checkPlacement } from '#services/payments/invoices/placement.ts'
import { storeEdit } from './actions.ts'

/**
 * Splits an edit of a published listing into trusted fields, which are public at once, and fields that need a review. A
 * trusted field with suspicious words needs a review too.
 */
function splitTrusted(
  kind: ListingKind,
  changes: ListingChanges,
): { trusted: ListingChanges; checked: ListingChanges } {
  const isClean = (value: unknown) =>
    !Array.isArray(value) || review({ texts: value, is_known_author: true }).length === 0
  const isTrusted = ([name, value]: [string, unknown]) =>
    (kinds[kind].trusted as readonly string[]).includes(name) && isClean(value)
  const entries = Object.entries(changes)
  return {
    trusted: Object.fromEntries(entries.filter(isTrusted)),
    checked: Object.fromEntries(entries.filter((entry) => !isTrusted(entry))),
  }
}

/**
 * Edits the caller's listing. Before publication the listing itself is changed, and the review card is redrawn if the
 * listing waits for moderation. After publication, changes of texts, price and category are stored as a revision.
 * @throws wrong_state, invalid_input, period_paid, category_dearer, payment_pending
 */
export async function editListing(
  ctx: UserContext,
  tx: Tx,
  { id, kind, changes: sent }: { id: number; kind: ListingKind; changes: ListingChanges },
): Promise<void> {
  checkDeadline(sent.deadline, ctx.now())
  const facts = await lockOwn(ctx, tx, id, kind)
  const refusal = edit(facts)
  if (refusal) throw new AppError(refusal)
  if (sent.currency_id !== undefined) await checkCurrency(tx, sent.currency_id)
  checkStakes(sent as Parameters<typeof checkStakes>[0])
  const current = await readContent(tx, kind, id)
  // A listing may keep its category even if new listings can no longer be created in that category.
  if (sent.category_id !== undefined && sent.category_id !== current.listing.category_id)
    await checkCategory(tx, sent.category_id)
  const changes = await readSkills(tx, sent, current.listing)
  await checkPlacement(ctx, tx, { listing: facts, current, changes })
  const isPublic = facts.status === 'published' || facts.status === 'hidden'
  const { trusted, checked } = isPublic ? splitTrusted(kind, changes) : { trusted: changes, checked: {} }
  await writeContent(ctx, tx, { id, kind, current, changes: await columnsOf(tx, kind, trusted) })
  // A changed deadline may make the order a hot one.
  if (isPublic && 'deadline' in trusted) await record(ctx, tx, 'listing.hot_check_due', { listing_id: id })
  if (isPublic)
    await storeEdit(ctx, tx, { listing: facts, current, changes: await columnsOf(tx, kind, checked) })
  if (facts.status === 'moderation') await renewTask(ctx, tx, id)
  // The edited content is stored as approved. Otherwise a renewal of the listing would need a review.
  if (isPublic) await allowContent(tx, kind, id)
}
