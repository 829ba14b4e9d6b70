import { type Kysely, sql } from 'kysely'

/** What must never last, once more: money that became a credit is no longer owed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace view payment_invariant_violations as
    with paid as (
      select p.* from payments p
      where p.state = 'paid'
        and not exists (select from payment_cases c where c.payment_id = p.id and c.state = 'open')
        and not exists (select from credits c where c.source_payment_id = p.id)
    )
    select 'paid_not_applied' as violation, p.id as payment_id, p.listing_id, p.paid_at as since
      from paid p join listings l on l.id = p.listing_id
      where (l.published_at is null and l.status in ('draft', 'awaiting_payment', 'refunded', 'deleted'))
        or (l.published_at < p.paid_at and l.expires_at <= p.paid_at
          and l.status in ('draft', 'awaiting_payment', 'expired'))
    union all
    select 'boost_not_applied', p.id, r.listing_id, p.paid_at
      from paid p join responses r on r.id = p.response_id
      where r.response_type <> 20 and r.status <> 'withdrawn' and r.boost_credited_at is null
    union all
    select 'moderation_without_task', null::integer, l.id, l.updated_at
      from listings l
      where l.status = 'moderation' and not exists (
        select from moderation_tasks t
        where t.listing_id = l.id and t.subject = 'listing' and t.applied_at is null)
    union all
    select 'published_without_payment', null::integer, l.id, coalesce(l.published_at, l.updated_at)
      from listings l
      where l.status in ('moderation', 'rejected', 'published', 'hidden', 'in_progress') and not exists (
        select from payments p where p.listing_id = l.id and p.state = 'paid')
        and not (l.status = 'rejected' and exists (
          select from payments p where p.listing_id = l.id and p.state = 'refund_pending'))
    union all
    select 'charged_twice', max(p.id), p.listing_id, max(p.paid_at)
      from paid p join listings l on l.id = p.listing_id
      where p.source = 'money' and l.published_at is null
      group by p.listing_id having count(*) > 1
    union all
    select 'notice_without_payment', n.invoice_id::integer, null::bigint, n.received_at
      from payment_notices n
      where n.signature_ok and not exists (select from payments p where p.id = n.invoice_id)
        and not exists (select from payment_cases c where c.invoice_id = n.invoice_id);
  `.execute(db)
}
