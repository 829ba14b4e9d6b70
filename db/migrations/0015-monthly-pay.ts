import { type Kysely, sql } from 'kysely'

/**
 * Monthly pay of vacancies gets a name of its own. Until now a vacancy's `fixed` meant pay by the month; from now on it
 * means a price for the project, as for orders.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table listings drop constraint listings_payment_format_check,
      add constraint listings_payment_format_check
        check (payment_format in ('fixed', 'hourly', 'monthly')) not valid
  `.execute(db)
  await sql`alter table listings validate constraint listings_payment_format_check`.execute(db)
  await sql`
    alter table not_for_me drop constraint not_for_me_payment_format_check,
      add constraint not_for_me_payment_format_check
        check (payment_format in ('fixed', 'hourly', 'monthly')) not valid
  `.execute(db)
  await sql`alter table not_for_me validate constraint not_for_me_payment_format_check`.execute(db)
  await sql`
    update not_for_me mark set payment_format = 'monthly'
    from listings where listings.id = mark.listing_id and listings.kind = 'vacancy' and mark.payment_format = 'fixed'
  `.execute(db)
  await sql`update listings set payment_format = 'monthly' where kind = 'vacancy' and payment_format = 'fixed'`.execute(
    db,
  )
  await sql`
    update saved_searches
    set filters = jsonb_set(filters, '{payment_format}',
      replace((filters -> 'payment_format')::text, '"fixed"', '"monthly"')::jsonb)
    where kind = 'vacancy' and filters ? 'payment_format'
  `.execute(db)
}
